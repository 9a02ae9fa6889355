import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openCacheFolder } from '../find/cache-folder.ts';
import { findBrowser } from '../find/find-browser.ts';
import type { OpenedBrowser } from '../running-browser.ts';
import { launchBrowser } from './launch-browser.ts';

const forever = new AbortController().signal;
const missing = 'error while loading shared libraries: libnss3.so: cannot open shared object file';

describe('launchBrowser', () => {
  let folder = '';
  let real = '';
  const opened: OpenedBrowser[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-test-'));
    const found = await findBrowser({}, () => openCacheFolder(undefined), forever);
    real = found.opened?.where ?? '';
    await found.opened?.close();
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((browser) => browser.close()));
  });

  /** A program that runs a line of shell, where `$BROWSER` is a browser. */
  async function program(line: string): Promise<string> {
    const path = join(folder, `program-${Math.random()}`);
    await writeFile(path, `#!/bin/sh\nBROWSER='${real}'\n${line}\n`);
    await chmod(path, 0o755);
    return path;
  }

  async function launch(path: string, libraries?: string) {
    const browser = await launchBrowser({ path, libraries }, forever);
    opened.push(browser);
    return browser;
  }

  it('starts a working browser, and identifies it', async () => {
    const browser = await launch(real);
    expect(browser).toMatchObject({ where: real, product: await browser.browser.version(), gates: true });
    expect(browser.pid).toBeGreaterThan(0);
  });

  it('adds packed libraries if the system lacks them, and says so', async () => {
    const path = await program(
      `case "$LD_LIBRARY_PATH" in */packed) exec "$BROWSER" "$@";; esac; echo "$0: ${missing}" >&2; exit 127`,
    );
    const browser = await launch(path, '/somewhere/packed');
    expect(browser.notes.join()).toContain('the libraries packed with it, in /somewhere/packed');
  });

  it('continues without a sandbox if that is impossible, and says so', async () => {
    const path = await program(
      `case "$*" in *--no-sandbox*) exec "$BROWSER" "$@";; esac; echo "FATAL: No usable sandbox!" >&2; exit 1`,
    );
    const browser = await launch(path);
    expect(browser.notes.join()).toContain('--no-sandbox');
  });

  it.each([
    [
      'lacks a library that is not packed',
      'echo "x: error while loading shared libraries: libgbm.so.1: no" >&2; exit 127',
      'libgbm.so.1 is missing',
    ],
    ['lacks a library, packed or not', `echo "x: ${missing}" >&2; exit 127`, 'libnss3.so is missing'],
    ['is not a browser', 'echo "what is --headless?" >&2; exit 2', 'what is --headless?'],
    ['prints nothing', 'exit 0', 'it ended as soon as it was started'],
  ])('explains why a program does not start that %s', async (_, line, words) => {
    await expect(launchBrowser({ path: await program(line), libraries: '/packed' }, forever)).rejects.toThrow(
      words,
    );
  });

  it('explains why a file cannot be executed', async () => {
    const path = join(folder, 'text');
    await writeFile(path, 'text', { mode: 0o644 });
    await expect(launchBrowser({ path }, forever)).rejects.toThrow('may not be executed');
  });

  it('ends the started process when it is aborted', async () => {
    const pidFile = join(folder, 'pid');
    const path = await program(`echo $$ > ${pidFile}; exec sleep 1000`);
    const control = new AbortController();
    const launching = launchBrowser({ path }, control.signal);
    const failed = expect(launching).rejects.toThrow('not wanted');
    for (let tries = 0; tries < 250 && !existsSync(pidFile); tries++) await sleep(20);
    await sleep(50);
    control.abort(new Error('not wanted'));
    await failed;
    const pid = Number(await readFile(pidFile, 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('hides the language, the time zone and the secrets of this program from a page', async () => {
    process.env['TOUCHSTONE_TEST_SECRET'] = 'seen';
    const output = join(folder, 'environment');
    const browser = await launch(await program(`env > ${output}; exec "$BROWSER" "$@"`));
    delete process.env['TOUCHSTONE_TEST_SECRET'];
    expect(await readFile(output, 'utf8')).not.toContain('seen');
    const page = await browser.browser.newPage();
    const facts = await page.evaluate('[navigator.language, new Date(0).getTimezoneOffset()]');
    expect(facts).toEqual(['en-US', 0]);
  });

  it('reaches nothing without a proxy', async () => {
    const page = await (await launch(real)).browser.newPage();
    await expect(page.goto('http://127.0.0.1:4800/')).rejects.toThrow('ERR_PROXY_CONNECTION_FAILED');
  });
});
