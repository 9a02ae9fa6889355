import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { askHostname, createHostname, customerHost, hostnames, sendCreate, sendEdit } from './making.ts';

type Id = KnownRequirementId;
type Members = Readonly<Record<string, unknown>>;

const ssl = { method: 'http', type: 'dv' } as const;
const pem = (label: string) => `-----BEGIN ${label}-----\nMIIB\n-----END ${label}-----\n`;
const certificate = pem('CERTIFICATE');
const key = pem('PRIVATE KEY');

/** Refused hostnames, each as the whole or below the mark of the run. */
const badHosts: readonly (readonly [
  what: string,
  hostname: Id,
  hostnameCode: number,
  origin: Id | null,
  originCode: number,
  values: (mark: string) => readonly string[],
])[] = [
  ['an IP address', 'CH-ERR-4', 1407, 'CH-ERR-10', 1415, () => ['192.0.2.1', '2001:db8::1']],
  [
    'special characters',
    'CH-ERR-5',
    1407,
    'CH-ERR-10',
    1415,
    (mark) =>
      ['`', '~', '!', '@', '#', '$', '%', '^', '&', '(', ')', '=', '+', '{', '}', '[', ']', '\\', ' '].map(
        (character) => `a${character}b.${mark}.com`,
      ),
  ],
  ['characters outside ASCII', 'CH-ERR-6', 1408, 'CH-ERR-11', 1416, (mark) => [`bücher.${mark}.com`]],
  [
    'a reserved top domain',
    'CH-ERR-7',
    1409,
    'CH-ERR-12',
    1417,
    (mark) => [`${mark}.test`, `${mark}.example`, `shop.${mark}.invalid`],
  ],
  ['a public suffix', 'CH-ERR-8', 1410, 'CH-ERR-13', 1418, () => ['com']],
  [
    'a prohibited ending',
    'CH-ERR-9',
    1411,
    'CH-ERR-14',
    1419,
    (mark) => [`${mark}.example.com`, `${mark}.example.net`, `shop.${mark}.example.org`],
  ],
];

/** Faults in `ssl`, with the same `ssl` without the fault. */
const badSsl: readonly (readonly [
  requirement: Id,
  code: number,
  pointer: string,
  good: Members,
  bad: readonly unknown[],
  status?: number,
])[] = [
  [
    'CH-ERR-16',
    1422,
    '/ssl/settings/http2',
    { ...ssl, settings: { http2: 'on' } },
    ['yes', true].map((http2) => ({ ...ssl, settings: { http2 } })),
  ],
  [
    'CH-ERR-17',
    1423,
    '/ssl/settings/tls_1_2_only',
    { ...ssl, settings: { tls_1_2_only: 'off' } },
    ['yes', true].map((tls_1_2_only) => ({ ...ssl, settings: { tls_1_2_only } })),
  ],
  [
    'CH-ERR-18',
    1424,
    '/ssl/settings/tls_1_3',
    { ...ssl, settings: { tls_1_3: 'on' } },
    ['yes', 1].map((tls_1_3) => ({ ...ssl, settings: { tls_1_3 } })),
  ],
  [
    'CH-ERR-19',
    1425,
    '/ssl/settings/min_tls_version',
    { ...ssl, settings: { min_tls_version: '1.2' } },
    ['1.4', '2'].map((min_tls_version) => ({ ...ssl, settings: { min_tls_version } })),
  ],
  [
    'CH-ERR-20',
    1426,
    '/ssl/custom_certificate',
    { custom_certificate: certificate, custom_key: key },
    [{ custom_certificate: 'no certificate', custom_key: key }],
  ],
  [
    'CH-ERR-21',
    1427,
    '/ssl/custom_certificate',
    { custom_certificate: certificate, custom_key: key },
    [{ custom_certificate: '', custom_key: key }],
  ],
  [
    'CH-ERR-22',
    1428,
    '/ssl/custom_key',
    { custom_certificate: certificate, custom_key: key },
    [{ custom_certificate: certificate, custom_key: 'no key' }],
  ],
  ['CH-ERR-23', 1430, '/ssl/custom_csr_id', ssl, [{ ...ssl, custom_csr_id: 'no id' }]],
  [
    'CH-ERR-24',
    1431,
    '/ssl/custom_csr_id',
    ssl,
    [{ ...ssl, custom_csr_id: '00000000-0000-4000-8000-000000000000' }],
    404,
  ],
  ['CH-ERR-25', 1432, '/ssl/method', ssl, ['dns', 'cname'].map((method) => ({ ...ssl, method }))],
  ['CH-ERR-26', 1433, '/ssl/type', ssl, ['ov', 'ev'].map((type) => ({ ...ssl, type }))],
  ['CH-ERR-27', 1434, '/ssl', ssl, [true, 'http', ['http']]],
  ['CH-ERR-30', 1440, '/ssl/type', ssl, [{ method: 'http' }]],
  ['CH-ERR-30', 1440, '/ssl/method', ssl, [{ type: 'dv' }]],
  [
    'CH-ERR-31',
    1442,
    '/ssl/settings/ciphers/0',
    { ...ssl, settings: { ciphers: ['AES128-SHA'] } },
    [{ ...ssl, settings: { ciphers: ['ROT13'] } }],
  ],
  [
    'CH-ERR-32',
    1443,
    '/ssl/settings/ciphers',
    { ...ssl, settings: { ciphers: ['AES128-SHA'], min_tls_version: '1.2' } },
    [{ ...ssl, settings: { ciphers: ['AES128-SHA'], min_tls_version: '1.3' } }],
  ],
  [
    'CH-ERR-33',
    1449,
    '/ssl/bundle_method',
    { ...ssl, bundle_method: 'optimal' },
    [{ ...ssl, bundle_method: 'best' }],
  ],
];

const create = (t: TestContext, members: Members) => sendCreate(t, { hostname: customerHost(t), ...members });

/** The refusals that the platform documents, each with its twin. */
export const customHostnameRefusalsSuite = defineSuite('custom-hostnames/refusals', [
  test('CH-ERR-1', 'refuses a body that is not JSON', async (t) => {
    const post = (body: string) =>
      t.send({
        method: 'POST',
        path: `/zones/${t.zoneId}/custom_hostnames`,
        headers: { 'content-type': 'application/json' },
        body,
      });
    await t.refused({
      good: () => post(JSON.stringify({ hostname: customerHost(t) })),
      bad: ['{', "{'hostname':'a.com'}", 'hostname=a.com', '[]', '"text"'].map((body) => ({
        what: `with ${body}`,
        send: () => post(body),
      })),
      status: 400,
      code: 1400,
      snapshot: hostnames(t),
    });
  }),
  test('CH-ERR-2', 'refuses an existing hostname', async (t) => {
    const hostname = customerHost(t);
    await t.refused({
      good: () => sendCreate(t, { hostname }),
      bad: [hostname, hostname.toUpperCase()].map((same) => ({
        what: `for ${same}`,
        send: () => sendCreate(t, { hostname: same }),
      })),
      status: 409,
      code: 1406,
      snapshot: hostnames(t),
    });
  }),
  test('CH-ERR-3', 'refuses a hostname of 256 characters', async (t) => {
    const sized = (length: number) => {
      const end = `.${t.zoneLabel()}`;
      const labels = `${'l'.repeat(63)}.`.repeat(4);
      return labels.slice(0, length - end.length).replace(/\.$/, 'l') + end;
    };
    await t.refused({
      good: () => sendCreate(t, { hostname: sized(200) }),
      bad: () => sendCreate(t, { hostname: sized(256) }),
      pointer: '/hostname',
      status: 400,
      code: 1407,
      snapshot: hostnames(t),
    });
  }),
  ...badHosts.map(([what, requirement, code, , , values]) =>
    test(requirement, `refuses ${what} as hostname`, (t) =>
      t.refused({
        good: () => create(t, {}),
        bad: values(t.zoneLabel().split('.')[0] ?? '').map((hostname) => ({
          what: `for ${hostname}`,
          send: () => sendCreate(t, { hostname }),
        })),
        pointer: '/hostname',
        status: 400,
        code,
        snapshot: hostnames(t),
      }),
    ),
  ),
  ...badHosts.flatMap(([what, , , requirement, code, values]): Test<Id>[] =>
    requirement === null
      ? []
      : [
          test(requirement, `refuses ${what} as custom origin`, (t) =>
            t.refused({
              good: () => create(t, { custom_origin_server: t.host('origin') }),
              bad: values('origin').map((custom_origin_server) => ({
                what: `for ${custom_origin_server}`,
                send: () => create(t, { custom_origin_server }),
              })),
              pointer: '/custom_origin_server',
              status: 400,
              code,
              snapshot: hostnames(t),
            }),
          ),
        ],
  ),
  test('CH-ERR-15', 'refuses a wildcard as custom origin', (t) =>
    t.refused({
      good: () => create(t, { custom_origin_server: t.host('origin') }),
      bad: () => create(t, { custom_origin_server: `*.${t.host('origin')}` }),
      pointer: '/custom_origin_server',
      status: 400,
      code: 1420,
      snapshot: hostnames(t),
    }),
  ),
  ...badSsl.flatMap(([requirement, code, pointer, good, bad, status = 400]): Test<Id>[] =>
    (['creation', 'change'] as const).map((moment) =>
      test(requirement, `refuses with ${code} a fault at ${pointer} of a ${moment}`, async (t) => {
        const { id } = await createHostname(t, { ssl });
        const send = (certificateAsked: unknown) =>
          moment === 'creation'
            ? create(t, { ssl: certificateAsked })
            : sendEdit(t, id, { ssl: certificateAsked });
        await t.refused({
          good: () => send(good),
          bad: bad.map((fault) => ({ what: `with ${JSON.stringify(fault)}`, send: () => send(fault) })),
          pointer,
          status,
          code,
          snapshot: hostnames(t),
        });
      }),
    ),
  ),
  test(['CH-ERR-28', 'CH-ERR-29'], 'refuses invalid and unknown ids', async (t) => {
    const { id } = await createHostname(t);
    t.expectSuccess(await askHostname(t, id), 'the custom hostname');
    for (const [requirement, wrong, status, code] of [
      ['CH-ERR-28', 'nonsense', 400, 1435],
      ['CH-ERR-29', '00000000-0000-4000-8000-000000000000', 404, 1436],
    ] as const) {
      const params = { zone_id: t.zoneId, custom_hostname_id: wrong };
      await t.check(requirement, async () => {
        t.expectFailure(await askHostname(t, wrong), { status, code });
        t.expectFailure(await sendEdit(t, wrong, { ssl }), { status, code });
        t.expectFailure(await t.ask('custom-hostnames.hostname.delete', { params }), { status, code });
      });
    }
  }),
  test('CH-HOST-21', 'never returns a private key', async (t) => {
    const secret = 'TVNlY3JldA';
    const custom_key = key.replace('MIIB', secret);
    const { id } = await createHostname(t, { ssl: { custom_certificate: certificate, custom_key } });
    for (const { text } of [
      await askHostname(t, id),
      await t.ask('custom-hostnames.hostname.list', { params: { zone_id: t.zoneId } }),
    ]) {
      if (text.includes(secret)) throw new ConformanceFailure('the private key is in the answer to a read');
    }
  }),
]);
