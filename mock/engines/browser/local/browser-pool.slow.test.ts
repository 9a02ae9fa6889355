import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { type BrowserPool, type BrowserPoolOptions, createBrowserPool, type Place } from './browser-pool.ts';
import { getFolder, patience, processes } from './browser-processes.shared.ts';
import { openGate } from './egress/open-gate.ts';

const pools: BrowserPool[] = [];

function open(options: Partial<BrowserPoolOptions> = {}) {
  const gates = { opened: 0, closed: 0 };
  const pool = createBrowserPool({
    idleMs: 0,
    async openGate() {
      gates.opened++;
      const gate = await openGate();
      return {
        ...gate,
        async close() {
          gates.closed++;
          await gate.close();
        },
      };
    },
    ...options,
  });
  pools.push(pool);
  return { pool, gates };
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const getPid = (place: Place): number => place.running.pid ?? 0;

describe('createBrowserPool', () => {
  it('gives out pages that share a browser and nothing else', async () => {
    const { pool } = open();
    const [one, two] = await Promise.all([pool.take(undefined), pool.take(undefined)]);
    expect(one.running).toBe(two.running);
    expect(one.context).not.toBe(two.context);
    expect(one.gate?.proxyUrl).not.toBe(two.gate?.proxyUrl);
    expect(one.page.url()).toBe('about:blank');
  });

  it('names the browser it found and how it runs', async () => {
    const { pool } = open();
    const status = await pool.status();
    expect(status).toMatchObject({ found: true, product: expect.stringMatching(/chrom/i) });
    if (status.found) expect(existsSync(status.where)).toBe(true);
  });

  it('lists what it tried when the configured browser does not exist, and searches no further', async () => {
    const { pool } = open({ browser: '/nowhere/chromium' });
    expect(await pool.status()).toEqual({
      found: false,
      tried: [expect.stringMatching(/^\/nowhere\/chromium: there is no such file/)],
    });
    await expect(pool.take(undefined)).rejects.toMatchObject({
      failure: 'no-browser',
      detail: expect.stringContaining('/nowhere/chromium'),
    });
  });

  it('has as many pages open as there are places, and gives the next one to the longest waiter', async () => {
    const { pool } = open({ pagesAtOnce: 1 });
    const first = await pool.take(undefined);
    const order: string[] = [];
    const waiting = ['a', 'b', 'c'].map(async (name) => {
      const place = await pool.take(undefined);
      order.push(name);
      await place.release();
    });
    await sleep(100);
    expect(order).toEqual([]);
    await first.release();
    await Promise.all(waiting);
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('refuses visits beyond the waiting limit, as if there were no browser', async () => {
    const { pool } = open({ pagesAtOnce: 1, waitingPages: 1 });
    const first = await pool.take(undefined);
    const second = pool.take(undefined);
    await expect(pool.take(undefined)).rejects.toMatchObject({ failure: 'no-browser' });
    await first.release();
    await (await second).release();
  });

  it('drops a caller that aborts while the browser starts, and keeps the page for the next', async () => {
    const { pool, gates } = open();
    const control = new AbortController();
    const taking = pool.take(control.signal);
    control.abort();
    await expect(taking).rejects.toMatchObject({ failure: 'aborted' });
    const place = await pool.take(undefined);
    expect(await place.page.evaluate('1 + 1')).toBe(2);
    await place.release();
    await pool.close();
    expect(gates.closed).toBe(gates.opened);
  });

  it('keeps a page ready for immediate use', async () => {
    const { pool, gates } = open();
    await (await pool.take(undefined)).release();
    await vi.waitUntil(() => gates.opened === 2, patience);
    const browser = (await pool.take(undefined)).running.browser;
    await vi.waitUntil(async () => (await browser.pages()).length >= 2, patience);
  });

  it('replaces a browser after a number of pages, and ends it with the last of them', async () => {
    const { pool } = open({ pagesOfABrowser: 2 });
    const first = await pool.take(undefined);
    const second = await pool.take(undefined);
    expect(getPid(second)).toBe(getPid(first));
    const third = await pool.take(undefined);
    expect(getPid(third)).not.toBe(getPid(first));
    await first.release();
    expect(processes(getPid(first))).toBeGreaterThan(0);
    expect(await second.page.evaluate('1 + 1')).toBe(2);
    await second.release();
    await vi.waitUntil(() => processes(getPid(first)) === 0, patience);
    expect(await third.page.evaluate('1 + 1')).toBe(2);
  });

  it('reuses a page without state for traceless visits only', async () => {
    const { pool, gates } = open();
    const first = await pool.take(undefined, true);
    await first.page.setContent('<p>first');
    await first.release(true);
    const other = await pool.take(undefined);
    expect(other.page).not.toBe(first.page);
    const second = await pool.take(undefined, true);
    expect(second.page).toBe(first.page);
    expect(await second.page.content()).toBe('<html><head></head><body></body></html>');
    await Promise.all([other.release(true), second.release(true)]);
    const last = await pool.take(undefined);
    expect(last.page).not.toBe(other.page);
    await last.release();
    await pool.close();
    await vi.waitUntil(() => gates.closed === gates.opened, patience);
  });

  it.each<[string, (place: Place) => Promise<boolean>]>([
    ['that broke its promise', async () => false],
    [
      'that has requested something over the network',
      async ({ page }) => {
        await page.setContent('<img src="http://no-such-host.invalid/">', { waitUntil: 'load' });
        return true;
      },
    ],
    [
      'that is closed',
      async ({ page }) => {
        await page.close();
        return true;
      },
    ],
    [
      'that has crashed',
      async ({ page }) => {
        const crash = new Promise((crashed) => page.once('error', crashed));
        void page.goto('chrome://crash').catch(() => {});
        await crash;
        return true;
      },
    ],
  ])('keeps no page %s', async (_, use) => {
    const { pool, gates } = open();
    const first = await pool.take(undefined, true);
    const { page } = first;
    await first.release(await use(first));
    const second = await pool.take(undefined, true);
    expect(second.page).not.toBe(page);
    await second.release();
    await pool.close();
    await vi.waitUntil(() => gates.closed === gates.opened, patience);
  });

  it('replaces a reusable page after a number of visits', async () => {
    const { pool } = open();
    const pages = new Set<unknown>();
    for (let visit = 0; visit <= browserLimits.visitsOfAPage; visit++) {
      const place = await pool.take(undefined, true);
      pages.add(place.page);
      await place.release(true);
      expect(pages.size).toBe(visit < browserLimits.visitsOfAPage ? 1 : 2);
    }
  });

  it('keeps no browser running just for a reusable page', async () => {
    const { pool } = open({ pagesOfABrowser: 2 });
    const still = await pool.take(undefined, true);
    await still.release(true);
    const [second, third] = [await pool.take(undefined), await pool.take(undefined)];
    expect(getPid(second)).toBe(getPid(still));
    expect(getPid(third)).not.toBe(getPid(still));
    await second.release();
    await vi.waitUntil(() => processes(getPid(still)) === 0, patience);
    await third.release();
  });

  it('starts another browser after one was killed with all its processes', async () => {
    const { pool } = open();
    const place = await pool.take(undefined);
    const work = place.page.evaluate('new Promise(() => {})');
    process.kill(getPid(place), 'SIGKILL');
    await expect(work).rejects.toThrow();
    await place.release();
    const next = await pool.take(undefined);
    expect(await next.page.evaluate('1 + 1')).toBe(2);
    expect(getPid(next)).not.toBe(getPid(place));
    await vi.waitUntil(() => processes(getPid(place)) === 0, patience);
  });

  it('starts another browser after one was killed while no page was in use', async () => {
    const { pool, gates } = open();
    const place = await pool.take(undefined);
    await vi.waitUntil(() => gates.opened === 2, patience);
    await place.release();
    process.kill(getPid(place), 'SIGKILL');
    const next = await pool.take(undefined);
    expect(await next.page.evaluate('1 + 1')).toBe(2);
  });

  it.each([
    ['never ends its script', 'for (;;);'],
    ['shows an alert box', 'alert(1)'],
    [
      'waits for itself',
      "{ const x = new XMLHttpRequest(); x.open('GET', '/', false); x.send(); for (;;); }",
    ],
  ])('takes back a place at once from a page that %s', async (_, script) => {
    const { pool } = open();
    const place = await pool.take(undefined);
    const work = place.page.evaluate(script).catch(() => 'gone');
    await sleep(200);
    await place.release();
    expect(await work).toBe('gone');
    const next = await pool.take(undefined);
    expect(getPid(next)).toBe(getPid(place));
    expect(await next.page.evaluate('1 + 1')).toBe(2);
  });

  it('abandons a browser that no longer answers', async () => {
    const { pool } = open();
    const place = await pool.take(undefined);
    process.kill(getPid(place), 'SIGSTOP');
    await place.release();
    await pool.close();
    await vi.waitUntil(() => processes(getPid(place)) === 0, patience);
  }, 60_000);

  it('returns a place once, however often it is released', async () => {
    const { pool } = open({ pagesAtOnce: 1 });
    const place = await pool.take(undefined);
    await Promise.all([place.release(), place.release()]);
    const next = await pool.take(undefined);
    let taken = false;
    const waiting = pool.take(undefined).then((late) => {
      taken = true;
      return late.release();
    });
    await place.release();
    await sleep(50);
    expect(taken).toBe(false);
    await next.release();
    await waiting;
  });

  it('closes the browser after an idle time, and starts one again on demand', async () => {
    const { pool, gates } = open({ idleMs: 100 });
    const place = await pool.take(undefined);
    await sleep(300);
    expect(processes(getPid(place))).toBeGreaterThan(0);
    await place.release();
    await vi.waitUntil(() => processes(getPid(place)) === 0, patience);
    await vi.waitUntil(() => gates.closed === gates.opened, patience);
    const next = await pool.take(undefined);
    expect(getPid(next)).not.toBe(getPid(place));
    // A visit that begins within the idle time ends it.
    await next.release();
    const again = await pool.take(undefined);
    await sleep(300);
    expect(processes(getPid(again))).toBeGreaterThan(0);
  });

  it('leaves no process, no folder and no gate behind when it is closed', async () => {
    const { pool, gates } = open();
    const held = await pool.take(undefined);
    const folder = getFolder(getPid(held));
    expect(existsSync(folder)).toBe(true);
    await pool.close();
    await held.release();
    expect(processes(getPid(held))).toBe(0);
    expect(existsSync(folder)).toBe(false);
    expect(gates.closed).toBe(gates.opened);
  });

  it('may be closed while it starts, which rejects all waiters', async () => {
    const { pool, gates } = open({ pagesAtOnce: 1 });
    const taking = [pool.take(undefined), pool.take(undefined)].map((taken) =>
      taken.then(
        () => 'taken',
        (error: { failure?: string }) => error.failure,
      ),
    );
    await pool.close();
    expect(await Promise.all(taking)).toEqual(['closed', 'closed']);
    expect(gates.closed).toBe(gates.opened);
    const place = await pool.take(undefined);
    expect(await place.page.evaluate('1 + 1')).toBe(2);
  });

  it('leaves no listeners on this process behind', async () => {
    const count = () => process.listenerCount('exit') + process.listenerCount('SIGTERM');
    const before = count();
    for (let round = 0; round < 3; round++) {
      const { pool } = open();
      await (await pool.take(undefined)).release();
      await pool.close();
    }
    expect(count()).toBe(before);
  });
});

/** A program that takes a page, prints its browser's process and folder, and then runs some code. */
const program = (then: string) => `
  import { createBrowserPool } from ${JSON.stringify(new URL('./browser-pool.ts', import.meta.url).href)};
  import { openGate } from ${JSON.stringify(new URL('./egress/open-gate.ts', import.meta.url).href)};
  const pool = createBrowserPool({ openGate });
  const place = await pool.take(undefined);
  console.log(place.running.pid);
  ${then}
`;

const root = fileURLToPath(new URL('../../../../', import.meta.url));

function run(then: string): ChildProcess {
  const input = process.versions.bun === undefined ? ['--input-type=module'] : [];
  return spawn(process.execPath, [...input, '-e', program(then)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

async function chooseBrowser(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error('there is no output');
  for await (const line of createInterface(child.stdout)) return Number(line);
  throw new Error('it said nothing');
}

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));

describe('a program with a browser', () => {
  it.each([
    ['exits', 'await place.release(); process.exit(0);'],
    ['exits while it uses it', 'process.exit(0);'],
    ['fails', "throw new Error('as it should')"],
    ['has nothing else to do', 'await place.release();'],
  ])(
    'leaves neither process nor folder behind when it %s',
    async (_, then) => {
      const child = run(`await new Promise((resolve) => setTimeout(resolve, 300)); ${then}`);
      const pid = await chooseBrowser(child);
      const folder = getFolder(pid);
      expect(folder).toContain('touchstone-browser-');
      await ended(child);
      await vi.waitUntil(() => processes(pid) === 0, patience);
      expect(existsSync(folder)).toBe(false);
    },
    30_000,
  );

  it.each<NodeJS.Signals>(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'])(
    'leaves no process behind when %s ends it, and no folder once another has a browser',
    async (signal) => {
      const child = run('setInterval(() => {}, 1000);');
      const pid = await chooseBrowser(child);
      const folder = getFolder(pid);
      child.kill(signal);
      await ended(child);
      await vi.waitUntil(() => processes(pid) === 0, patience);
      const pool = createBrowserPool({ openGate });
      await pool.status();
      await pool.close();
      expect(existsSync(folder)).toBe(false);
    },
    30_000,
  );
});
