import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBarriers, type OpenedConsole, openConsole, tabTo } from '../../testing/open-console.ts';

let opened: OpenedConsole;
let folder: string;

beforeAll(async () => {
  opened = await openConsole();
  folder = await mkdtemp(join(tmpdir(), 'touchstone-console-'));
}, 120_000);
afterAll(async () => {
  await opened?.close();
  await rm(folder, { recursive: true });
}, 60_000);
beforeEach(() => opened.mock.reset());

const bucket = () => opened.mock.bindings({ r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] }).FILES;
const getText = (page: Page, selector: string) =>
  page.$eval(selector, (element) => element.textContent ?? '');
const getNames = (page: Page) =>
  page.$$eval('.files .name', (cells) => cells.map((cell) => cell.textContent ?? ''));
const waitForNames = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) => document.querySelectorAll('.files .name').length === wanted,
    { timeout: 10_000 },
    count,
  );

describe('the page of objects', () => {
  it('uploads a file, shows it, and deletes it', async () => {
    const file = join(folder, 'lamps.json');
    await writeFile(file, '{"lamps":12}');
    const { page, complaints } = await opened.open('/#/objects');
    await page.type('.field input', 'files');
    const input = await page.$('input[type="file"]');
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(file);
    await waitForNames(page, 1);
    await page.click('.files .name a');
    await page.waitForSelector('.name a[href*="key="]');
    await page.click('.name a[href*="key="]');
    await page.waitForSelector('.detail .code');
    expect(await getText(page, '.detail .code')).toBe('{\n  "lamps": 12\n}');
    expect((await bucket().head('lamps.json'))?.httpMetadata?.contentType).toBe('application/json');
    page.once('dialog', (dialog) => dialog.accept());
    await page.click('.detail .danger');
    await page.waitForSelector('.empty');
    expect(await bucket().head('lamps.json')).toBeNull();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('takes dropped files into the open folder, and asks before it replaces one', async () => {
    await bucket().put('a/b.txt', 'old');
    const { page } = await opened.open('/#/objects/files?prefix=a%2F');
    await waitForNames(page, 1);
    const drop = () =>
      page.$eval('.split-main', (target) => {
        const data = new DataTransfer();
        data.items.add(new File(['new'], 'b.txt', { type: 'text/plain' }));
        target.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      });
    const getContent = async () => {
      const found = await bucket().get('a/b.txt');
      return found && 'text' in found ? found.text() : undefined;
    };
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', async (dialog) => {
        resolve(dialog.message());
        await dialog.dismiss();
      });
    });
    await drop();
    expect(await asked).toBe('a/b.txt exists. Replace it?');
    await page.waitForNetworkIdle();
    expect(await getContent()).toBe('old');
    page.once('dialog', (dialog) => dialog.accept());
    await drop();
    await expect.poll(getContent).toBe('new');
    await page.close();
  });

  it('goes through folders by keyboard', async () => {
    for (const key of ['a/b/1', 'a/2', '3']) await bucket().put(key, 'x');
    const { page } = await opened.open('/#/objects/files');
    await tabTo(page, 'a/');
    await page.keyboard.press('Enter');
    // The folder above has two names too.
    await page.waitForFunction(() => document.querySelector('.files .name')?.textContent === 'b/');
    expect(await getNames(page)).toEqual(['b/', '2']);
    await tabTo(page, 'files');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.files .name')?.textContent === 'a/');
    await page.close();
  });

  it('shows what a Worker puts while it is open', async () => {
    const { page } = await opened.open('/#/objects');
    expect(await getText(page, '.empty-title')).toBe('No buckets yet.');
    await bucket().put('a', 'x');
    await waitForNames(page, 1);
    expect(await getNames(page)).toEqual(['files']);
    await page.close();
  });

  it('shows more than one page of a list', async () => {
    for (let at = 0; at < 250; at++) await bucket().put(`${1000 + at}`, 'x');
    const { page } = await opened.open('/#/objects/files');
    await waitForNames(page, 200);
    await page.click('p.bar button');
    await waitForNames(page, 250);
    await page.close();
  });

  it('says what went wrong with an upload', async () => {
    const { page } = await opened.open('/#/objects');
    await page.type('.field input', 'NO BUCKET');
    const input = await page.$('input[type="file"]');
    const file = join(folder, 'a.txt');
    await writeFile(file, 'x');
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(file);
    await page.waitForSelector('[role="alert"]');
    expect(await getText(page, '[role="alert"]')).not.toBe('');
    await page.close();
  });
});

describe('hostile objects', () => {
  const attack = 'document.title=1';

  it('run nothing, by name or by content', async () => {
    const html = `<img src=x onerror="${attack}"><script>${attack}`;
    const names = [`${html}\u202e\u0007`, '..', 'a b?c#d&e=f%20', 'x'.repeat(900)];
    for (const name of names) await bucket().put(name, html, { httpMetadata: { contentType: 'text/html' } });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${attack}"><script>${attack}</script></svg>`;
    await bucket().put('p.svg', svg, { httpMetadata: { contentType: 'image/svg+xml' } });
    await bucket().put('no.png', 'none', { httpMetadata: { contentType: 'image/png' } });
    await bucket().put('odd', 'x', { httpMetadata: { contentType: 'a\nb\u202e' } });
    const { page, complaints } = await opened.open('/#/objects/files');
    await waitForNames(page, 7);
    expect(await findBarriers(page)).toEqual([]);
    for (const link of await page.$$eval('.files .name a', (links) => links.map(({ href }) => href))) {
      await page.evaluate((href) => {
        location.href = href;
      }, link);
      await page.waitForSelector('.detail .code, .detail .picture, .detail .note');
    }
    expect(await page.title()).toBe('Objects · Touchstone');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('run nothing when their address is opened itself', async () => {
    const html = `<title>0</title><script>${attack}</script>`;
    await bucket().put('a.html', html, { httpMetadata: { contentType: 'text/html' } });
    const { page } = await opened.open('/#/objects');
    const at = `${opened.origin}/_touchstone/accounts/${opened.mock.defaults.accountId}/buckets/files/object?key=a.html`;
    // The browser downloads it, and stays where it is.
    await expect(page.goto(at)).rejects.toThrow('net::ERR_ABORTED');
    expect(await page.title()).toBe('Objects · Touchstone');
    await page.close();
  });
});
