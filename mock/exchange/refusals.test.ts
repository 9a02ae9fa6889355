import { describe, expect, it } from 'vitest';
import type { OwnRefusal } from '../../spec/endpoint.ts';
import { ApiError } from '../../spec/errors.ts';
import { createMock } from '../assembly/create-mock.ts';
import type { MockOptions } from '../assembly/options.ts';
import { ownRefusal } from './refusals.ts';

const zone = 'http://example.localhost/orders';
const page = () => new Response('A page.', { headers: { 'content-type': 'text/plain' } });
const words = 'This answer rests on a fact that is';

/** A mock whose zone blocks `/stop` and requires a token at `/guarded`, and whose origin fails at `/away`. */
async function start(options: MockOptions) {
  const mock = createMock({
    origin: (request) => {
      if (request.url.endsWith('/away')) throw new Error('nobody there');
      return page();
    },
    ...options,
    seeds: {
      zones: [
        {
          name: 'example.localhost',
          operations: ['GET example.localhost/guarded'],
          token_configurations: [
            {
              name: 'shop',
              credentials: {
                keys: [{ kid: 'hmac', alg: 'HS256', secret: 'a secret that has at least 32 bytes' }],
              },
            },
          ],
          token_rules: [
            {
              title: 'Guard',
              action: 'block',
              expression: 'is_jwt_valid("{{token_configurations.shop}}")',
              selector: { include: [{ host: ['example.localhost'] }] },
            },
          ],
          rulesets: [
            {
              name: 'Stop',
              phase: 'http_request_firewall_custom',
              rules: [{ expression: 'http.request.uri.path eq "/stop"', action: 'block' }],
            },
          ],
        },
      ],
    },
  });
  await mock.ready();
  const ask = async (path: string, headers: HeadersInit = {}) => {
    const answer = await mock.edge(new Request(new URL(path, zone), { headers }));
    return {
      status: answer.status,
      basis: answer.headers.get('touchstone-basis'),
      text: await answer.text(),
    };
  };
  return { mock, ask };
}

describe('zone traffic of a mock with a required basis', () => {
  it('reaches its origin, and is blocked by rules that are certain enough', async () => {
    const { ask } = await start({ basis: 'documented' });
    expect(await ask('/orders')).toMatchObject({ status: 200, basis: 'seed' });
    expect(await ask('/stop')).toMatchObject({ status: 403, basis: 'documented' });
  });

  it.each([
    ['a rule stops it', 'seed', '/stop', 'documented', 403],
    ['its origin is away', 'observed', '/away', 'inferred', 502],
  ] as const)('gets 501 where %s', async (_, basis, path, actual, status) => {
    const { mock, ask } = await start({ basis });
    const refused = await ask(path, { accept: 'application/problem+json' });
    expect(refused).toMatchObject({ status: 501, basis: 'inferred' });
    expect(JSON.parse(refused.text)).toMatchObject({
      error_name: 'not_implemented',
      retryable: false,
      detail: `${words} ${actual}, and this mock refuses facts below ${basis}. Without that it would be answered with ${status}.`,
    });
    expect(mock.findRequest(() => true)).toMatchObject({ plane: 'edge', status: 501, basis: 'inferred' });
    expect(mock.findRequest(() => true)?.explanation[0]).toMatch(/^basis-refused: This answer/);
    expect(mock.findRequest(() => true)?.explanation.length).toBeGreaterThan(1);
  });

  it('is refused for its token, which is certain although the page is not', async () => {
    const { ask } = await start({ basis: 'seed' });
    expect(await ask('/guarded')).toMatchObject({ status: 403, basis: 'inferred' });
  });

  it('is answered if the answer concerns the mock, or was requested', async () => {
    const { mock, ask } = await start({ basis: 'seed' });
    expect(await ask('http://nobody.test/')).toMatchObject({ status: 421 });
    expect(await ask('/', { 'touchstone-signals': '[' })).toMatchObject({ status: 400 });
    expect(await ask('/', { 'touchstone-signals': '{"cf.waf.score": 1}' })).toMatchObject({ status: 200 });
    mock.faults.add({ operation: 'edge', status: 503 });
    expect(await ask('/')).toMatchObject({ status: 503 });
  });
});

describe('a remote of a mock with a required basis', () => {
  it('keeps refusals of access, and refuses observed answers as text', async () => {
    const mock = createMock({ basis: 'documented' });
    const git = async (path: string) => {
      const answer = await mock.fetch(new Request(`http://localhost${path}`));
      return [answer.status, await answer.text()];
    };
    const remote = `/git/${mock.defaults.accountId}/default/starter.git`;
    expect(await git(`${remote}/info/refs?service=git-upload-pack`)).toEqual([
      401,
      'Authentication required',
    ]);
    expect(await git('/git/nowhere')).toEqual([501, expect.stringContaining(`${words} observed`)]);
    expect(mock.findRequest(() => true)?.explanation).toContain('Not found');
  });
});

describe('a model binding of a mock with a required basis', () => {
  const run = (basis: MockOptions['basis']) =>
    createMock({ basis })
      .bindings({ ai: { binding: 'AI' } })
      .AI.run('@cf/meta/llama-3.1-8b-instruct', { prompt: 'Hello' });

  it("answers if that is certain enough, else throws with the API's code", async () => {
    expect(await run('documented')).toMatchObject({ response: expect.any(String) });
    await expect(run('seed')).rejects.toThrow(`1501: ${words} documented`);
  });
});

const refusals: readonly OwnRefusal[] = [
  { of: 'body-invalid', at: '/ssl/method', as: 'hostname-method-unsupported' },
  { of: 'body-invalid', at: '/ssl', as: 'hostname-ssl-invalid' },
  { of: 'body-invalid', as: 'hostname-body-undecodable' },
];
const fault = (pointer?: string) =>
  new ApiError('body-invalid', { field: 'x', problem: 'is wrong' }, pointer);

describe('ownRefusal', () => {
  it.each([
    ['the member itself', '/ssl/method', 'hostname-method-unsupported'],
    ['something inside a member', '/ssl/settings/http2', 'hostname-ssl-invalid'],
    ['a member whose name only begins alike', '/ssl_cert', 'hostname-body-undecodable'],
    ['the body', '', 'hostname-body-undecodable'],
    ['no place', undefined, 'hostname-body-undecodable'],
  ])('uses the first match of %s', (_, pointer, failure) => {
    const own = ownRefusal(fault(pointer), { refusals }, {});
    expect([own.failure, own.pointer]).toEqual([failure, pointer]);
  });

  it('keeps other failures, and those of operations without their own wording', () => {
    const other = new ApiError('json-malformed');
    expect(ownRefusal(other, { refusals }, {})).toBe(other);
    const general = fault('/ssl');
    expect(ownRefusal(general, {}, {})).toBe(general);
  });

  it('keeps details and cause, and names path variables', () => {
    const general = fault('/value');
    const own = ownRefusal(
      general,
      { refusals: [{ of: 'body-invalid', as: 'setting-value-invalid' }] },
      { setting_id: 'ssl' },
    );
    expect(own.message).toBe('Invalid value for zone setting ssl');
    expect(own.cause).toBe(general);
  });
});
