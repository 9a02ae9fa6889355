import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import list from '../../fixtures/hostile-pages/list.json' with { type: 'json' };
import { BrowserError, type LoadedPage } from '../../mock/engines/browser/index.ts';
import { filled } from './hostile-site.ts';
import { type HostileWorld, openHostileWorld } from './hostile-world.ts';

/** One page of `fixtures/hostile-pages/list.json`. */
interface HostilePage {
  readonly name: string;
  /** What it tries to do: the rest of a sentence. */
  readonly tries: string;
  /** Where it is on the hostile site, or anywhere; by default a file of its name. */
  readonly path?: string;
  readonly url?: string;
  readonly fullPage?: boolean;
  /** What the visit may reach; nothing of this machine where it is left out. */
  readonly network?: string;
  /** `picture`, or the failures that it may end in. */
  readonly outcomes: readonly string[];
}

const hostilePages: readonly HostilePage[] = list;

/** Milliseconds that loading may take, and looking at what was loaded. */
const stageMs = 3000;
/** Milliseconds that a loaded page is let do its worst. */
const waitMs = 500;
/** Milliseconds after the limits of all stages within which a visit is over. */
const graceMs = 3000;

const harmless =
  '<body style="margin:0;background:#fff"><div style="width:80px;height:60px;background:#093"></div><script>document.body.append(Object.assign(document.createElement("div"), { style: "width:33px;height:44px;background:#f60" }))</script>';

let world: HostileWorld;
let expected: string;

beforeAll(async () => {
  world = await openHostileWorld();
  expected = await pictureOfHarmless();
}, 60_000);
afterAll(() => world?.stop());

const viewport = { width: 400, height: 300 };

async function pictureOfHarmless(): Promise<string> {
  const visit = { source: { html: harmless }, viewport, navigationMs: 10_000 };
  const { value } = await world.visitor('refused')(visit, (page) => page.screenshot());
  return Buffer.from(value).toString('base64');
}

/** Everything that can be read in the frames of the page that is visited now. */
async function textOfFrames(): Promise<string> {
  const frames = world.place()?.page.frames() ?? [];
  const late = () => new Promise<string>((done) => setTimeout(() => done(''), 300));
  const texts = frames.slice(0, 20).map((frame) => {
    const text = frame.evaluate(() => document.documentElement.outerHTML).catch(() => '');
    return Promise.race([text, late()]);
  });
  return (await Promise.all(texts)).join('\n');
}

/** What became of a visit, and what was to be read in the page. */
async function outcomeOf({ name, path, url, network, fullPage = false }: HostilePage) {
  const address = filled(url ?? `http://public.test${path ?? `/pages/${name}.html`}`, world.values);
  const visit = {
    source: { url: address },
    viewport,
    waitUntil: ['load'],
    navigationMs: stageMs,
    actionMs: stageMs,
    waitMs,
  } as const;
  let seen = '';
  const look = async (loaded: LoadedPage) => {
    const picture = await loaded.screenshot({ fullPage });
    seen = (await loaded.content()) + (await textOfFrames());
    return picture;
  };
  try {
    const { value } = await world.visitor(network === 'loopback' ? 'loopback' : 'refused')(visit, look);
    expect(Buffer.from(value).toString('latin1', 1, 4)).toBe('PNG');
    return { outcome: 'picture', seen };
  } catch (error) {
    if (error instanceof BrowserError) return { outcome: error.failure, seen };
    throw error;
  }
}

/** Contexts and processes of the browser, once what was thrown away is gone. */
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
    '%s ends as it should and harms nobody',
    { timeout: 30_000 },
    async (_, page) => {
      const begun = performance.now();
      const { outcome, seen } = await outcomeOf(page);
      const took = performance.now() - begun;
      expect(page.outcomes).toContain(outcome);
      expect(took).toBeLessThan(2 * stageMs + waitMs + graceMs);
      expect(seen).not.toContain('LEAKED');
      expect(seen).not.toContain(world.secret);
      expect(seen).not.toContain('root:x:0');
      expect(await pictureOfHarmless()).toBe(expected);
      expect(world.leaks).toEqual([]);
      // The default context, the one kept ready, and the one that is just being thrown away.
      await expect.poll(async () => (await sizes()).contexts, { timeout: 5000 }).toBeLessThanOrEqual(3);
      await expect.poll(async () => (await sizes()).renderers, { timeout: 5000 }).toBeLessThanOrEqual(4);
    },
  );
});

describe('the canary of hostile pages', () => {
  it('is reached where it may be', { timeout: 30_000 }, async () => {
    const source = { url: `http://localhost:${world.values['site']}/pages/sockets.html` };
    await world.visitor('loopback')({ source, viewport, waitMs: 1000 }, (page) => page.screenshot());
    expect(world.leaks.splice(0)).toContain(`connection to 127.0.0.1 port ${world.values['canary']}`);
  });
});
