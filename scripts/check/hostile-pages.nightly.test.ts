import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import list from '../../fixtures/hostile-pages/list.json' with { type: 'json' };
import { createMock, type Mock } from '../../mock/assembly/create-mock.ts';
import { type BrowserEngine, BrowserError, type PrivateNetwork } from '../../mock/engines/browser/index.ts';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { filled } from './hostile-site.ts';
import { type HostileWorld, openHostileWorld } from './hostile-world.ts';

/** One page of `fixtures/hostile-pages/list.json`. */
interface HostilePage {
  readonly name: string;
  /** What it tries to do: the end of a sentence. */
  readonly tries: string;
  /** URL on the hostile site, or any other; by default a file of its name. */
  readonly path?: string;
  readonly url?: string;
  readonly fullPage?: boolean;
  /** Addresses that the visit may reach; by default nothing on this machine. */
  readonly network?: string;
  /** `picture`, or the failures that it may end in. */
  readonly outcomes: readonly string[];
}

const hostilePages: readonly HostilePage[] = list;

/** The service's answer to each outcome; the network has several codes. */
const answers: Readonly<Record<string, readonly [status: number, code: unknown]>> = {
  picture: [200, undefined],
  network: [422, expect.any(Number)],
  blocked: [422, 5010],
  detached: [422, 6000],
  closed: [422, 6001],
  timeout: [422, 6002],
  capture: [422, 6003],
  crashed: [422, 6004],
  'bad-request': [400, 6400],
};

/** Milliseconds for loading, and for the picture of what was loaded. */
const stageMs = 3000;
/** Milliseconds that a loaded page gets to do harm. */
const waitMs = 500;
/** Milliseconds beyond the limits of all stages in which an answer must come, however busy the machine is. */
const graceMs = 8000;

const harmless =
  '<body style="margin:0;background:#fff"><div style="width:80px;height:60px;background:#093"></div><script>document.body.append(Object.assign(document.createElement("div"), { style: "width:33px;height:44px;background:#f60" }))</script>';

let world: HostileWorld;
let mock: Mock;
let expected: string;
/** What the current visit may reach, its outcome, and the text of its page. */
let network: PrivateNetwork = 'refused';
let outcome: string;
let seen: string;

/** Visits pages, and records the outcome and the page's text after its picture was taken. */
const engine: Pick<BrowserEngine, 'visit'> = {
  async visit(visit, work) {
    try {
      const visited = await world.visitor(network)(visit, async (page) => {
        const value = await work(page);
        seen = (await page.content()) + (await textOfFrames());
        return value;
      });
      outcome = 'picture';
      return visited;
    } catch (error) {
      if (error instanceof BrowserError) outcome = error.failure;
      throw error;
    }
  },
};

beforeAll(async () => {
  world = await openHostileWorld();
  mock = createMock({
    browser: { ...engine, status: async () => ({ found: false, tried: [] }), close: async () => {} },
  });
  expected = await pictureOfHarmless();
}, 60_000);
afterAll(() => world?.stop(), 60_000);

/** Requests a picture from the service. */
function screenshot(body: object): Promise<Response> {
  const path = `accounts/${worldDefaults.accountId}/browser-rendering/screenshot?cacheTTL=0`;
  return mock.fetch(
    new Request(`http://localhost/client/v4/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${worldDefaults.apiToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ viewport: { width: 400, height: 300 }, ...body }),
    }),
  );
}

async function pictureOfHarmless(): Promise<string> {
  network = 'refused';
  const answer = await screenshot({ html: harmless });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer()).toString('base64');
}

/** The text of all frames of the current page. */
async function textOfFrames(): Promise<string> {
  const frames = world.place()?.page.frames() ?? [];
  const late = () => new Promise<string>((done) => setTimeout(() => done(''), 300));
  const texts = frames.slice(0, 20).map((frame) => {
    const text = frame.evaluate(() => document.documentElement.outerHTML).catch(() => '');
    return Promise.race([text, late()]);
  });
  return (await Promise.all(texts)).join('\n');
}

/** Visits a page through the service; returns its status, and the error code if there is one. */
async function visit(page: HostilePage): Promise<{ status: number; code: unknown }> {
  const { name, path = `/pages/${name}.html`, url = `http://public.test${path}`, fullPage = false } = page;
  network = page.network === 'loopback' ? 'loopback' : 'refused';
  outcome = 'nothing';
  seen = '';
  const answer = await screenshot({
    url: filled(url, world.values),
    gotoOptions: { timeout: stageMs, waitUntil: 'load' },
    waitForTimeout: waitMs,
    actionTimeout: stageMs,
    screenshotOptions: { fullPage },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.ok) expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  const code: unknown = answer.ok ? undefined : JSON.parse(bytes.toString('utf8')).errors[0].code;
  return { status: answer.status, code };
}

/** Contexts and processes of the browser. */
async function sizes(): Promise<{ contexts: number; renderers: number }> {
  const browser = world.place()?.running.browser;
  if (browser === undefined) throw new Error('there was no visit');
  const session = await browser.target().createCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer').length;
  return { contexts: browser.browserContexts().length, renderers };
}

describe('a page that tries to', () => {
  it.each(hostilePages.map((page) => [page.tries, page] as const))(
    '%s ends as expected and harms nothing',
    { timeout: 40_000 },
    async (_, page) => {
      const begun = performance.now();
      const { status, code } = await visit(page);
      const took = performance.now() - begun;
      expect(page.outcomes).toContain(outcome);
      expect([status, code]).toEqual(answers[outcome]);
      expect(took).toBeLessThan(2 * stageMs + waitMs + graceMs);
      expect(seen).not.toContain('LEAKED');
      expect(seen).not.toContain(world.secret);
      expect(seen).not.toContain('root:x:0');
      expect(await pictureOfHarmless()).toBe(expected);
      expect(world.leaks).toEqual([]);
      // The default context, the spare one, and the one being closed.
      await expect.poll(async () => (await sizes()).contexts, { timeout: 5000 }).toBeLessThanOrEqual(3);
      await expect.poll(async () => (await sizes()).renderers, { timeout: 5000 }).toBeLessThanOrEqual(4);
    },
  );
});

describe('the canary of hostile pages', () => {
  it('is reached where that is allowed', { timeout: 40_000 }, async () => {
    await visit({
      name: 'sockets',
      tries: 'open sockets to the machine itself',
      url: 'http://localhost:{{site}}/pages/sockets.html',
      network: 'loopback',
      outcomes: ['picture'],
    });
    expect(outcome).toBe('picture');
    expect(world.leaks.splice(0)).toContain(`connection to 127.0.0.1 port ${world.values['canary']}`);
  });
});
