// Long: all tests of when a page is converted, on one fake converter.
import zlib from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { markdownLimits } from '../../../spec/engine-limits.ts';
import { edgeLimits } from '../../../spec/limits.ts';
import type { ZonePlan } from '../../../spec/services/settings/known-settings.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { World } from '../../world/world.ts';
import { planRecord } from '../../world/zone-record.ts';
import { createEdge } from '../edge.ts';
import type { MarkdownStream } from './conversion.ts';

/** A fake converter that records its input and passes the page through. */
const markdown: MarkdownStream = (html, { url = '', charset = '' }) => {
  const reader = html.getReader();
  let head: Uint8Array | undefined = new TextEncoder().encode(`<${url}>${charset} `);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (head) controller.enqueue(head);
      head = undefined;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
};

interface Setting {
  readonly plan?: ZonePlan;
  readonly on?: boolean;
  readonly customHostname?: boolean;
  readonly convert?: MarkdownStream;
  readonly pageSilenceMs?: number;
}

/** An edge in front of an origin, in a zone that converts, with the origin's requests. */
function edgeBefore(origin: (request: Request) => Response | Promise<Response>, setting: Setting = {}) {
  const { plan = 'pro', on = true, customHostname = false, convert = markdown, pageSilenceMs } = setting;
  const world = new World({ tenants: 'strict', seed: 1 });
  const zone = world.zone(worldDefaults.zoneId);
  if (!zone) throw new Error('the seeded zone is gone');
  zone.zone = { ...zone.zone, plan: planRecord(plan) };
  if (on) zone.settings.put({ id: 'content_converter', value: 'on', modified_on: '' });
  if (customHostname) {
    const hostname = 'shop.customer.test';
    const id = 'c'.repeat(32);
    world.customHostnames.put({ id, hostname, zoneId: zone.id, resource: { id, hostname }, metadata: '' });
  }
  const asked: Request[] = [];
  const edge = createEdge({
    world,
    leewaySeconds: 0,
    markdown: convert,
    origin: (request) => {
      asked.push(request);
      return origin(request);
    },
    ...(pageSilenceMs === undefined ? {} : { pageSilenceMs }),
  });
  const ask = (headers: Record<string, string> = {}, init: RequestInit = {}, path = '/') =>
    edge.fetch(
      new Request(`http://example.localhost:4801${path}`, {
        headers: { accept: 'text/markdown', ...headers },
        ...init,
      }),
    );
  return { ask, asked };
}

const html = { 'content-type': 'text/html' };
const page = (body: BodyInit | null = '<p>hi', init: ResponseInit = {}) =>
  new Response(body, { ...init, headers: { ...html, ...init.headers } });

const isMarkdown = ({ headers }: Response) => headers.get('content-type') === 'text/markdown; charset=utf-8';

describe('a page in a zone that converts', () => {
  it('uses the host in touchstone-host as its own', async () => {
    const { ask } = edgeBefore(() => page());
    const answer = await ask({ 'touchstone-host': 'WWW.example.localhost' });
    expect(await answer.text()).toBe('<http://www.example.localhost/> <p>hi');
  });

  it.each([
    [200, 'seed'],
    [404, 'inferred'],
  ])('with status %i is %s', async (status, basis) => {
    const answer = await edgeBefore(() => page('<p>hi', { status })).ask();
    expect(answer.headers.get('touchstone-basis')).toBe(basis);
  });

  it('keeps headers of an immutable response', async () => {
    const { ask } = edgeBefore(() => Response.redirect('http://other.test/'));
    expect((await ask()).headers.get('location')).toBe('http://other.test/');
    const fetched = edgeBefore(() => fetch('data:text/html,<p>hi'));
    const answer = await fetched.ask({ accept: 'text/html' });
    expect([answer.headers.get('vary'), await answer.text()]).toEqual(['accept', '<p>hi']);
  });
});

describe('the size of a page', () => {
  const declared = (bytes: number, more: HeadersInit = {}) => ({
    headers: { 'content-length': String(bytes), ...more },
  });
  const over = markdownLimits.htmlBytes + 1;

  it('that is declared above the limit gets 406 without HTML in the Accept, and is not read', async () => {
    let cancelled = false;
    const body = new ReadableStream({
      cancel() {
        cancelled = true;
      },
    });
    const answer = await edgeBefore(() => page(body, declared(over))).ask();
    expect(answer.status).toBe(406);
    expect(isMarkdown(answer)).toBe(true);
    expect(await answer.text()).toContain('larger than the 6291456 bytes of HTML');
    expect(cancelled).toBe(true);
  });
});

describe('a page in a content coding', () => {
  it.each(['gzip', 'deflate', 'br', 'zstd'])(
    "that doesn't match its coding (%s) gets 502",
    async (coding) => {
      const answer = await edgeBefore(() =>
        page('<p>hi</p>', { headers: { 'content-encoding': coding } }),
      ).ask();
      expect(answer.status).toBe(502);
      expect(await answer.text()).toContain(`its ${coding} body can't be decoded`);
    },
  );
});

describe('an origin that fails in the middle of a page', () => {
  /** A page in successive pieces; the test decides what follows them. */
  const pieces = (next: (controller: ReadableStreamDefaultController) => void, ...texts: string[]) => {
    const left = texts.map((text) => new TextEncoder().encode(text));
    const body = new ReadableStream({
      pull(controller) {
        const piece = left.shift();
        return piece ? controller.enqueue(piece) : next(controller);
      },
    });
    return page(body);
  };
  const reset = (controller: ReadableStreamDefaultController) => controller.error(new Error('reset by peer'));

  it('after the first Markdown cuts the answer off', async () => {
    const answer = await edgeBefore(() => pieces(reset, 'first')).ask();
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('<http');
    await expect(reader?.read().then(() => reader.read())).rejects.toThrow('reset by peer');
  });

  it('by silence gets 504, or is cut off, in bounded time', async () => {
    let cancelled = 0;
    const silent = (...texts: string[]) => {
      const left = texts.map((text) => new TextEncoder().encode(text));
      return page(
        new ReadableStream({
          pull: (controller) => {
            const piece = left.shift();
            if (piece) controller.enqueue(piece);
            return piece ? undefined : new Promise(() => {});
          },
          cancel() {
            cancelled++;
          },
        }),
      );
    };
    const before = await edgeBefore(() => silent(), { pageSilenceMs: 30 }).ask();
    expect(before.status).toBe(504);
    expect(await before.text()).toContain('did not answer in time');
    const behind = await edgeBefore(() => silent('first'), { pageSilenceMs: 500 }).ask();
    expect(behind.status).toBe(200);
    await expect(behind.text()).rejects.toThrow('no answer within 0.5 seconds');
    expect(cancelled).toBe(2);
  });

  it('by codings that decode endlessly without content is cut off', async () => {
    // Each is a whole gzip member without content.
    const nothing = zlib.gzipSync('');
    const chunk = new Uint8Array(Buffer.concat(Array.from({ length: 50_000 }, () => nothing)));
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += chunk.length;
        controller.enqueue(chunk);
      },
    });
    const answer = await edgeBefore(() => page(body, { headers: { 'content-encoding': 'gzip' } })).ask();
    expect(answer.status).toBe(502);
    expect(sent).toBeLessThan(edgeLimits.codedBytes + 10 * chunk.length);
  });

  it('by a body that was already read gets 502', async () => {
    const used = async () => {
      const answer = page();
      await answer.text();
      return answer;
    };
    expect((await edgeBefore(used).ask()).status).toBe(502);
  });

  it('by a body that is no stream of bytes gets 502', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.enqueue({ no: 'bytes' }) });
    expect((await edgeBefore(() => page(body)).ask()).status).toBe(502);
  });
});

describe('a converted answer', () => {
  it('cancels its page when the client disconnects', async () => {
    let cancelled = false;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(100)),
      cancel() {
        cancelled = true;
      },
    });
    const answer = await edgeBefore(() => page(body)).ask();
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(cancelled).toBe(true);
  });

  it('streams: its first piece arrives before the last one is written', async () => {
    let finish = () => {};
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('first'));
        finish = () => controller.close();
      },
    });
    const answer = await edgeBefore(() => page(body)).ask();
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    expect((await reader?.read())?.value).toBe('first');
    finish();
    expect((await reader?.read())?.done).toBe(true);
  });

  it('of a failing converter gets 500, and is logged', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    const convert: MarkdownStream = () =>
      new ReadableStream({ pull: (controller) => controller.error(new Error('a fault of ours')) });
    const answer = await edgeBefore(() => page(), { convert }).ask();
    expect(answer.status).toBe(500);
    expect(consoleError).toHaveBeenCalledOnce();
    consoleError.mockRestore();
  });
});
