import { afterAll, beforeAll, expect, it } from 'vitest';
import { press } from '../../testing/drive.ts';
import { findBarriers, type OpenedConsole, openConsole } from '../../testing/open-console.ts';

let opened: OpenedConsole;

beforeAll(async () => {
  opened = await openConsole();
}, 120_000);
afterAll(() => opened?.close(), 60_000);

it('shows webhooks as they come, with the reason of one that fails', async () => {
  const { page, complaints } = await opened.open('/#/webhooks');
  await page.waitForSelector('.empty');
  const { account_id } = opened.mock.info();
  opened.mock.world.webhooks.note({
    at: '2026-01-01T00:00:00.000000Z',
    account_id,
    run_id: 'd7d1b5f2-6f7e-4c6a-9d0b-0f3f1a1c2b3d',
    url: 'https://hooks.example.com/<script>',
    format: 'raw',
    body: { id: '<img src=x>' },
    outcome: 'failed',
    status: null,
    address: null,
    problem: 'The host has no address.',
  });
  await page.waitForSelector('.panel');
  const text = await page.$eval('.panel', (panel) => panel.textContent ?? '');
  for (const part of ['failed', 'https://hooks.example.com/<script>', 'no address', '<img src=x>']) {
    expect(text).toContain(part);
  }
  expect(await findBarriers(page)).toEqual([]);
  page.on('dialog', (dialog) => dialog.accept());
  await press(page, 'Clear');
  await page.waitForSelector('.empty');
  expect(complaints).toEqual([]);
  await page.close();
}, 60_000);
