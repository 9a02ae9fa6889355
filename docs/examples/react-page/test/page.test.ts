import { type Browser, chromium, type Page } from 'playwright-core';
import { launchCommand } from 'touchstone/playwright';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: ViteDevServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await createServer({ server: { port: 0, host: '127.0.0.1' } });
  await server.listen();
  // The Chromium of the mock, or one on this machine: nothing is downloaded.
  browser = await chromium.launch(await launchCommand());
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(async () => {
  // A new context starts with a fresh mock.
  page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  await page.getByRole('heading', { name: 'Who may sign in' }).waitFor();
});

async function add(title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Add' }).click();
}

test('starts with an empty list', async () => {
  await page.getByText('Nobody yet.').waitFor();
});

test('adds a configuration to the list', async () => {
  await add('Shop sign-in');
  await page.getByText('Shop sign-in (ES256)').waitFor();
  expect(await page.getByRole('listitem').count()).toBe(1);
});

test('shows the error message of the platform', async () => {
  await add('A title that is much longer than the fifty characters it may have');
  expect(await page.getByRole('alert').textContent()).toContain('title');
});
