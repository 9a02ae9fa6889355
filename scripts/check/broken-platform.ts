import { createMock } from '../../mock/assembly/create-mock.ts';
import { bunOrigin } from '../../mock/serve/bun-origin.ts';
import { listen } from '../../mock/serve.ts';
import { type EdgeFetch, edgeOverHttp } from '../../suites/harness/edge.ts';
import { decodePicture, encodePng } from '../../suites/harness/picture.ts';
import { type RunOptions, runSuites } from '../../suites/harness/runner.ts';
import type { Suite } from '../../suites/harness/suite.ts';
import { createTarget, type Target, targetFileSchema } from '../../suites/harness/target.ts';
import { allSuites } from '../../suites/index.ts';
import { serveFixtureSite } from '../fixture-site.ts';

/** Tests of which a few fail on a broken platform, each in its own way. */
const chosen: readonly string[] = [
  'token-validation/configurations: creates a configuration and returns every member',
  'token-validation/bounds: The server accepts a configuration whose `description` has 500 characters',
  'token-validation/bounds: The server refuses a configuration whose `token_type` is not `jwt` or `JWT`',
  'token-validation/bounds: The server refuses a configuration without `description`',
  'token-validation/keys: stores an HMAC key',
  'markdown/constructs: A quote contains lists, code, headings and rules',
  'browser-rendering/screenshots: draws solid boxes at their positions',
  'browser-rendering/screenshots: stacks boxes by z-index within their stacking contexts',
];

/** Text of a malicious server: it must stay text in every report. */
export const illText =
  '</script><script>document.title = "owned"</script><img src=x onerror="document.title=1">';

/** Description of a broken platform, and options to test it. */
export interface BrokenPlatform {
  readonly target: Target;
  readonly run: (options?: RunOptions) => ReturnType<typeof runSuites>;
  close(): Promise<void>;
}

/** Serves the mock, and breaks some of its answers to the suites; one test breaks the harness. */
export async function openBrokenPlatform(): Promise<BrokenPlatform> {
  const site = await serveFixtureSite({ port: 0 });
  const mock = createMock({ origin: bunOrigin(site.url), browser: { privateNetwork: 'loopback' } });
  mock.announce({ origin: site.url });
  const planes = await listen(mock, { port: 0, graceMs: 0 });
  const target = createTarget(targetFileSchema.parse(mock.info()));
  if (target.edge === null) throw new Error('the mock has no edge');
  const edge = edgeOverHttp(target.edge);
  return {
    target,
    run: (options = {}) =>
      runSuites(target, suites(), {
        journal: null,
        fetch: breakAnswers,
        edgeFetch: breakPages(edge),
        ...options,
      }),
    async close() {
      await planes.close();
      await mock.quit();
      await site.close();
    },
  };
}

function suites(): Suite[] {
  const some = allSuites.map(({ name, tests }) => ({
    name,
    tests: tests.filter(({ title }) => chosen.includes(`${name}: ${title}`)),
  }));
  const faulty: Suite = {
    name: 'harness/faulty',
    tests: [
      {
        title: 'breaks the harness',
        requirements: ['TV-CFG-2'],
        run: () => {
          throw new RangeError(`out of range ${illText}`);
        },
      },
      {
        title: 'is switched off',
        requirements: ['TV-CFG-3'],
        disabled: 'to prove that it works',
        run: () => {},
      },
      {
        title: 'needs a feature that no target has',
        requirements: ['TV-CFG-5'],
        features: ['none'],
        run: () => {},
      },
    ],
  };
  return [...some.filter(({ tests }) => tests.length > 0), faulty];
}

async function breakAnswers(request: Request): Promise<Response> {
  const sent = request.method === 'POST' ? await request.clone().text() : '';
  const response = await fetch(request);
  const { pathname } = new URL(request.url);
  if (pathname.endsWith('/token_validation/config') && request.method === 'POST') {
    return breakCreation(response, sent, request.headers.get('authorization') ?? '');
  }
  if (pathname.endsWith('/screenshot') && response.headers.get('content-type')?.startsWith('image/png')) {
    const picture = await decodePicture(new Uint8Array(await response.arrayBuffer()));
    const { width, height } = picture;
    for (let y = Math.floor(height / 4); y < height / 2; y++) {
      const from = (y * width + Math.floor(width / 4)) * 4;
      for (let at = from; at < from + Math.floor(width / 4) * 4; at += 4)
        picture.pixels.set([20, 90, 200], at);
    }
    return new Response(new Uint8Array(await encodePng(picture)), {
      headers: { 'content-type': 'image/png' },
    });
  }
  return response;
}

/** Accepts configurations without a description, returns other titles, fails, and leaks credentials. */
async function breakCreation(response: Response, sent: string, authorization: string): Promise<Response> {
  const headers = { 'x-echo': authorization, 'x-ill': 'a"b' };
  // A run starts with a body that is not JSON.
  if (!sent.startsWith('{"')) return response;
  if (sent.includes('"saml"')) {
    return new Response(`<h1>Bad gateway</h1>${illText}`, {
      status: 502,
      headers: { 'content-type': 'text/html' },
    });
  }
  const body = (await response.json()) as Record<string, unknown>; // our own mock answers with an envelope
  const given = JSON.parse(sent) as Record<string, unknown>; // the tests that are chosen send objects
  if (!('description' in given)) {
    const result = { ...given, id: crypto.randomUUID(), created_at: 'now', last_updated: 'now' };
    return Response.json({ success: true, errors: [], messages: [], result }, { headers });
  }
  const result = body['result'];
  if (typeof result === 'object' && result !== null && 'title' in result) {
    Object.assign(result, { title: `${result.title} ${illText}` });
  }
  return Response.json(body, { status: response.status, headers });
}

const breakPages =
  (send: EdgeFetch): EdgeFetch =>
  async (request, signal) => {
    const reply = await send(request, signal);
    const markdown = reply.headers.some(
      ([name, value]) => /^content-type$/i.test(name) && /markdown/.test(value),
    );
    const text = reply.text.replace(/^> - (.*)$/m, `> 1. $1 ${illText}`).replace(/^> ---$/m, '> \\---');
    return markdown ? { ...reply, text } : reply;
  };
