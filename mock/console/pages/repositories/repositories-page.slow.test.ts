import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBarriers, type OpenedConsole, openConsole } from '../../testing/open-console.ts';

const run = promisify(execFile);
let opened: OpenedConsole;
let folder: string;
let names = 0;

beforeAll(async () => {
  opened = await openConsole();
}, 120_000);
afterAll(() => opened?.close(), 60_000);
beforeEach(async () => {
  opened.mock.reset();
  folder = await mkdtemp(join(tmpdir(), 'touchstone-console-'));
  return () => rm(folder, { recursive: true });
});

/** A repository with two commits, from the real Git. */
async function pushed(files: Readonly<Record<string, string | Uint8Array>>, message: string) {
  const { defaults } = opened.mock;
  const name = `lamps-${++names}`;
  const made = await fetch(
    `${opened.planes.api}/accounts/${defaults.accountId}/artifacts/namespaces/shop/repos`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${defaults.apiToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    },
  );
  const { remote, token } = ((await made.json()) as { result: { remote: string; token: string } }).result;
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const git = (...words: string[]) =>
    run('git', [...who, '-c', `http.extraHeader=Authorization: Bearer ${token}`, ...words], { cwd: folder });
  await git('init', '-q', '-b', 'main');
  await writeFile(join(folder, 'readme.md'), 'One\nTwo\nThree\n');
  await git('add', '.');
  await git('commit', '-q', '-m', 'Begin');
  await git('tag', 'v1');
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  await git('add', '.');
  await git('commit', '-q', '-m', message);
  await git('push', '-q', remote, 'main', 'v1');
  return `/#/repositories/shop/${name}`;
}

const getText = (page: Page, selector: string) =>
  page.$eval(selector, (element) => element.textContent ?? '');
/** Clicks the link, tab or button with this text once it is there. */
async function clickText(page: Page, text: string): Promise<void> {
  const found = await page.waitForFunction(
    (wanted) => {
      const all = document.querySelectorAll<HTMLElement>('main a, main button');
      return [...all].find((element) => element.textContent?.trim() === wanted);
    },
    { timeout: 5_000 },
    text,
  );
  await (found as unknown as { click(): Promise<void> }).click();
}

describe('the page of repositories', () => {
  it('shows files, commits and what they changed', async () => {
    const at = await pushed({ 'readme.md': 'One\n2\nThree\n', 'lamp.json': '{"a":1}' }, 'Count lamps');
    const { page, complaints } = await opened.open(at);
    await page.waitForSelector('.files');
    expect(await page.$$eval('.files .name', (cells) => cells.map(({ textContent }) => textContent))).toEqual(
      ['lamp.json', 'readme.md'],
    );
    await clickText(page, 'readme.md');
    await page.waitForSelector('.panel .code');
    expect(await getText(page, '.panel .code')).toBe('One\n2\nThree\n');
    await clickText(page, 'Commits');
    await clickText(page, 'Count lamps');
    await page.waitForSelector('.diff .good');
    expect(
      await page.$$eval('.change summary', (lines) => lines.map(({ textContent }) => textContent)),
    ).toEqual(['changed readme.md', 'added lamp.json']);
    expect(await page.$$eval('.diff .line:not(.good):not(.bad)', (lines) => lines.length)).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('switches to a tag', async () => {
    const { page } = await opened.open(await pushed({ 'readme.md': 'New\n' }, 'Change'));
    await page.waitForSelector('optgroup[label="Tags"]');
    await page.select('[aria-label="Branch or tag"]', 'v1');
    await clickText(page, 'readme.md');
    await page.waitForSelector('.panel .code');
    expect(await getText(page, '.panel .code')).toBe('One\nTwo\nThree\n');
    await page.close();
  });

  it('creates a repository and clones it with a token', async () => {
    const { page, complaints } = await opened.open('/#/repositories');
    await page.waitForSelector('.field input');
    const [namespace, name] = await page.$$('.field input');
    await namespace?.click({ count: 3 });
    await namespace?.type('shop');
    await name?.type('new-lamps');
    await clickText(page, 'Create');
    await page.waitForFunction(() => location.hash === '#/repositories/shop/new-lamps');
    await clickText(page, 'Clone and facts');
    await clickText(page, 'New token to push');
    await page.waitForFunction(() => document.querySelector('.code')?.textContent?.includes('art_v2'));
    const command = await getText(page, '.code');
    await run('sh', ['-c', `${command} cloned`], { cwd: folder });
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('leaves no token behind for its list of branches', async () => {
    const at = await pushed({ a: '1' }, 'Change');
    const { page } = await opened.open(at);
    await page.waitForSelector('optgroup');
    await page.waitForNetworkIdle();
    const { defaults } = opened.mock;
    const repo = at.replace('/#/repositories/shop/', 'shop/repos/');
    const answer = await fetch(
      `${opened.planes.api}/accounts/${defaults.accountId}/artifacts/namespaces/${repo}/tokens`,
      { headers: { authorization: `Bearer ${defaults.apiToken}` } },
    );
    const { result } = (await answer.json()) as { result: readonly { scope: string }[] };
    // That of its creation.
    expect(result.map(({ scope }) => scope)).toEqual(['write']);
    await page.close();
  });

  it('shows hostile names, messages and files as text', async () => {
    const html = '<img src=x onerror="document.title=1"><script>document.title=2';
    const at = await pushed(
      { [`${html.replaceAll('/', '')}\u202e.html`]: html, 'no.png': 'none', bytes: new Uint8Array([0, 255]) },
      `${html}\u202e\n\n${html}`,
    );
    const { page, complaints } = await opened.open(at);
    await page.waitForSelector('.files');
    for (const href of await page.$$eval('.files .name a', (links) => links.map((link) => link.href))) {
      await page.evaluate((next) => {
        location.href = next;
      }, href);
      await page.waitForSelector('.panel-body .code, .panel-body .note');
    }
    await clickText(page, 'Commits');
    await page.waitForSelector('[aria-label="Commits"] .name a');
    await page.click('[aria-label="Commits"] .name a');
    await page.waitForSelector('.diff');
    expect(await getText(page, '.panel h2')).toContain(html);
    expect(await page.title()).toBe('Repositories · Touchstone');
    expect(complaints).toEqual([]);
    await page.close();
  });
});
