import { describe, expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';
import type { MockOptions } from '../assembly/options.ts';
import { getClient } from '../assembly/testing/test-client.ts';
import { withoutBrowser } from '../engines/browser/without-browser.ts';
import { installRendering } from '../engines/optional-packages.ts';

const base = 'http://localhost/client/v4';
const other = 'f'.repeat(32);

/** Sends a request and returns its explanation in the journal. */
async function reasons(
  path: string,
  { options, token, ...init }: RequestInit & { options?: MockOptions; token?: string } = {},
): Promise<readonly string[] | undefined> {
  const mock = createMock(options);
  const headers = new Headers(init.headers);
  if (token !== '') headers.set('authorization', `Bearer ${token ?? mock.defaults.apiToken}`);
  await mock.fetch(
    new Request(
      base + path.replace('{zone}', mock.defaults.zoneId).replace('{account}', mock.defaults.accountId),
      {
        ...init,
        headers,
      },
    ),
  );
  return mock.journal.find({})?.explanation;
}

const tokens = [
  {
    value: 'narrow-token-of-the-tests-000000000001',
    permissions: ['Zone Read'],
    zones: [other],
    accounts: [other],
  },
  { value: 'small-token-of-the-tests-0000000000001', permissions: ['Zone Read'] },
] as const;

describe('why a call was refused', () => {
  it.each<[string, Parameters<typeof reasons>, readonly string[]]>([
    [
      'no credential',
      ['/zones', { token: '' }],
      [
        'credentials-missing: Missing X-Auth-Key, X-Auth-Email or Authorization headers',
        'It came without Authorization: Bearer, and without X-Auth-Email and X-Auth-Key.',
      ],
    ],
    [
      'half a credential',
      ['/zones', { token: '', headers: { 'x-auth-email': 'ada@example.com' } }],
      [
        'credentials-missing: Missing X-Auth-Key, X-Auth-Email or Authorization headers',
        'It has X-Auth-Email and no X-Auth-Key.',
      ],
    ],
    [
      'a token of nobody',
      ['/zones', { token: 'token-of-nobody-00000000000000000001' }],
      [
        'token-unknown: Authentication error',
        'The token is unknown to this mock, or not active. Valid tokens are those of `defaults`, of the option `tokens`, and one for each tenant.',
      ],
    ],
    [
      'a missing permission',
      ['/zones/{zone}', { method: 'DELETE', token: tokens[1].value, options: { tokens } }],
      [
        'permission-missing: Authentication error',
        'It takes one of these permissions: Zone Edit. The token has: Zone Read.',
      ],
    ],
    [
      'a zone of somebody else',
      ['/zones/{zone}', { token: tokens[0].value, options: { tokens } }],
      [
        'access-denied: Unauthorized to access requested resource',
        `It asks for zone 023e105f4ecef8ad9ca31a8372d0c353. The token reaches account ${other} and zone ${other}.`,
      ],
    ],
    [
      'a zone that is not there',
      [`/zones/${other}`],
      [
        'zone-unknown: Invalid zone identifier',
        `It asks for zone ${other}. There are: 023e105f4ecef8ad9ca31a8372d0c353 (example.localhost).`,
        "createMock({ tenants: 'on-demand' }) makes one for any id, and mock.tenant() a fresh one.",
      ],
    ],
    [
      'an account that is not there',
      [`/accounts/${other}/rulesets`],
      [
        'account-unknown: Invalid account identifier',
        `It asks for account ${other}. There are: 01a7362d577a6c3019a474fd6f485823.`,
        "createMock({ tenants: 'on-demand' }) makes one for any id, and mock.tenant() a fresh one.",
      ],
    ],
    [
      'an id of the wrong form',
      ['/zones/example.localhost'],
      [
        'identifier-malformed: Could not route to /client/v4/zones/example.localhost, perhaps your object identifier is invalid?',
        'zone_id is "example.localhost": must be 32 lower-case hexadecimal digits.',
      ],
    ],
    [
      'a field',
      [
        '/zones',
        {
          method: 'POST',
          body: JSON.stringify({ name: 5, account: {} }),
          headers: { 'content-type': 'application/json' },
        },
      ],
      ['body-invalid: Invalid value for name: Invalid input: expected string, received number (at /name)'],
    ],
    [
      'a page without a browser',
      [
        '/accounts/{account}/browser-rendering/content',
        {
          method: 'POST',
          body: JSON.stringify({ html: '<p>Hi' }),
          headers: { 'content-type': 'application/json' },
          options: { browser: withoutBrowser(`no browser was found: this; that (${installRendering()})`) },
        },
      ],
      [
        'render-no-browser: No browser available. Please try again in a few minutes.',
        'no browser was found: this',
        `that (${installRendering()})`,
      ],
    ],
    [
      'a limit',
      ['/zones', { options: { rateLimit: { quota: 0, enforce: true } } }],
      [
        'rate-limited: Please wait and consider throttling your request speed',
        'The token had 0 requests in this window.',
      ],
    ],
    [
      'a path that is nowhere',
      ['/zone'],
      [
        'route-unknown: Could not route to /client/v4/zone, perhaps your object identifier is invalid?',
        'Did you mean GET /client/v4/zones?',
      ],
    ],
    [
      'a method that is not there',
      ['/zones', { method: 'PATCH' }],
      [
        'method-not-allowed: PATCH method not allowed for the api_token authentication scheme',
        'At this path there is GET, POST, and no PATCH.',
      ],
    ],
  ])('tells of %s', async (_, asked, lines) => {
    expect(await reasons(...asked)).toEqual(lines);
  });

  it('names the refusal that a required basis replaced', async () => {
    const lines = await reasons(`/accounts/${other}/rulesets`, { options: { basis: 'observed' } });
    expect(lines?.[0]).toMatch(/^basis-refused: This answer rests on a fact that is inferred/);
    expect(lines?.[1]).toBe('account-unknown: Invalid account identifier');
  });

  it('is empty for answered calls', async () => {
    expect(await reasons('/zones')).toEqual([]);
  });

  it('names the refusal that an operation wrote itself', async () => {
    const lines = await reasons('/accounts/{account}/ai/run/@cf/nobody/nothing', {
      method: 'POST',
      body: '{"prompt":"a"}',
    });
    expect(lines?.join()).toContain('@cf/nobody/nothing');
  });
});

describe('the account of a refused call', () => {
  it('is the one in its path', async () => {
    const mock = createMock();
    const path = `/zones/${mock.defaults.zoneId}`;
    await mock.fetch(new Request(base + path));
    expect(mock.journal.of({ accountId: mock.defaults.accountId }).count()).toBe(1);
  });
});

describe('requests without an operation', () => {
  it('are counted by method and path, without ids', async () => {
    const mock = createMock();
    const client = getClient(mock);
    await client.call('zones.zone.list', {});
    for (const path of [
      `/zones/${other}/no_records`,
      `/zones/${mock.defaults.zoneId}/no_records`,
      '/nothing',
    ]) {
      await mock.fetch(new Request(base + path));
    }
    await mock.fetch(new Request('http://localhost/zones'));
    expect(mock.unknown()).toEqual([
      {
        method: 'GET',
        path: '/client/v4/zones/{id}/no_records',
        count: 2,
        explanation: ['There is no operation like it.'],
      },
      {
        method: 'GET',
        path: '/client/v4/nothing',
        count: 1,
        explanation: ['There is no operation like it.'],
      },
      {
        method: 'GET',
        path: '/zones',
        count: 1,
        explanation: [
          'The path does not begin with /client/v4; the base URL has to end in it.',
          'Did you mean GET /client/v4/zones?',
        ],
      },
    ]);
    mock.reset();
    expect(mock.unknown()).toEqual([]);
  });
});

describe('the certainty of answers', () => {
  it('is counted by operation, the least certain first', async () => {
    const mock = createMock();
    const client = getClient(mock);
    for (let time = 0; time < 2; time++) await client.call('zones.zone.list', {});
    await client.call('zones.zone.get', { params: { zone_id: mock.defaults.zoneId } });
    await mock.edge(new Request('http://nobody.test/'));
    const bases = mock.bases();
    expect(bases[0]).toEqual({ operation: 'edge.request', basis: 'inferred', count: 1 });
    expect(bases.find(({ operation }) => operation === 'zones.zone.list')?.count).toBe(2);
    mock.reset();
    expect(mock.bases()).toEqual([]);
  });
});
