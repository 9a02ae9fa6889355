import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import puppeteer from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchCommand } from '../../create-browser.ts';
import { type BrowserPool, createBrowserPool } from '../browser-pool.ts';
import { openGate } from '../egress/open-gate.ts';
import { openCacheFolder } from './cache-folder.ts';
import { findBrowser } from './find-browser.ts';
import { packedBrowser } from './packed-browser.ts';

const forever = new AbortController().signal;

const cache = () => openCacheFolder(undefined);

describe('findBrowser', () => {
  it('finds a working browser without configuration', async () => {
    const { opened } = await findBrowser({}, cache, forever);
    await opened?.close();
    expect(opened?.product).toMatch(/Chrome/);
  });

  it('stops when it is aborted', async () => {
    await expect(findBrowser({}, cache, AbortSignal.abort(new Error('not wanted')))).rejects.toThrow(
      'not wanted',
    );
  });

  it.each([
    ['/nowhere/chromium', '/nowhere/chromium: there is no such file'],
    ['ws://127.0.0.1:1/devtools', 'ws://127.0.0.1:1/devtools: '],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1/: '],
    ['ws://nowhere.invalid/', 'ws://nowhere.invalid/: '],
    ['ws://', 'ws:// is not a browser URL'],
  ])('tries no other browser for %s', async (browser, words) => {
    expect(await findBrowser({ browser }, cache, forever)).toEqual({
      opened: undefined,
      passedOver: [expect.stringContaining(words)],
    });
  });

  it('does not reveal the token of an endpoint', async () => {
    const { passedOver } = await findBrowser(
      { browser: 'ws://u:p@127.0.0.1:1/x?token=secret' },
      cache,
      forever,
    );
    expect(passedOver.join()).toMatch(/^ws:\/\/127\.0\.0\.1:1\/x: /);
  });
});

describe('packedBrowser', () => {
  it('is the unpacked browser of the optional package, or a reason why there is none', async () => {
    const found = await packedBrowser(cache);
    if (process.platform === 'linux' && process.arch === 'x64') {
      expect(found).toMatchObject({ path: expect.stringContaining('chromium') });
      expect(typeof found !== 'string' && existsSync(join(String(found.libraries), 'libnss3.so'))).toBe(true);
    } else {
      expect(found).toMatch(/it is for linux on x64 only/);
    }
  });

  it('reports a failure to unpack', async () => {
    const found = await packedBrowser(() => Promise.reject(new Error('the disk is full')));
    expect(found).toMatch(/could not be unpacked: the disk is full|for linux on x64 alone/);
  });
});

describe('a remote browser', () => {
  let folder = '';
  let endpoint = '';
  let end = () => {};
  const pools: BrowserPool[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-test-'));
    const { opened } = await findBrowser({}, cache, forever);
    await opened?.close();
    const child = spawn(
      opened?.where ?? '',
      ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${folder}`],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    end = () => child.kill('SIGKILL');
    for await (const line of createInterface(child.stderr)) {
      endpoint = /^DevTools listening on (ws:.*)$/.exec(line)?.[1] ?? '';
      if (endpoint !== '') break;
    }
  }, 60_000);
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.close()));
  });
  afterAll(async () => {
    end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  function open(browser: string) {
    const pool = createBrowserPool({ browser, idleMs: 0, openGate });
    pools.push(pool);
    return pool;
  }

  it.each([
    ['its endpoint', () => endpoint],
    ['the port of its DevTools', () => `http://${new URL(endpoint).host}`],
  ])('is reached by %s, through a gate if it is on this machine', async (_, browser) => {
    const place = await open(browser()).take(undefined);
    expect(place.running).toMatchObject({ pid: undefined, product: expect.stringMatching(/Chrome/) });
    expect(place.gate?.proxyUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await place.page.evaluate('1 + 1')).toBe(2);
  });

  it('keeps running, without our contexts, when the pool is closed', async () => {
    const pool = open(endpoint);
    const place = await pool.take(undefined);
    await pool.close();
    expect(place.running.browser.connected).toBe(false);
    const other = await puppeteer.connect({ browserWSEndpoint: endpoint });
    // The one it started with.
    expect(other.browserContexts()).toHaveLength(1);
    await other.disconnect();
  });

  it('is reconnected after the connection was lost', async () => {
    const pool = open(endpoint);
    const place = await pool.take(undefined);
    await place.running.browser.disconnect();
    await place.release();
    const next = await pool.take(undefined);
    expect(next.running.browser).not.toBe(place.running.browser);
    expect(await next.page.evaluate('1 + 1')).toBe(2);
  });
});

describe('launchCommand', () => {
  it('names a browser that starts, and what it needs', async () => {
    const browser = await puppeteer.launch({ ...(await launchCommand()), timeout: 60_000 });
    try {
      const page = await browser.newPage();
      expect(await page.evaluate('6 * 7')).toBe(42);
    } finally {
      await browser.close();
    }
  }, 90_000);

  it('lists what was tried if there is none', async () => {
    await expect(launchCommand({ browser: '/nowhere/chromium' })).rejects.toThrow(
      '/nowhere/chromium: there is no such file',
    );
  });
});
