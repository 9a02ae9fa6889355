import { describe, expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';
import type { MockOptions } from '../assembly/options.ts';
import { parseSeed } from './parse-seed.ts';
import { SeedError } from './seed-problem.ts';

/** The lines of a refusal, in the order of the file. */
async function refusal(yaml: string, options: MockOptions = {}): Promise<string[]> {
  const mock = createMock({ ...options, seeds: await parseSeed(yaml, { name: 's.yaml' }) });
  const error = await mock.ready().catch((thrown: unknown) => thrown);
  if (!(error instanceof SeedError)) throw new Error('the seed was accepted');
  // Further lines of a problem are indented.
  return error.message.split(/\n(?! )/);
}

const rule = (expression: string) => `
zones:
  - name: shop.test
    token_configurations:
      - { name: shop, credentials: { keys: [ { kid: k, alg: HS256, secret: 0123456789abcdef0123456789abcdef } ] } }
    token_rules:
      - { title: a, action: block, expression: '${expression}', selector: {} }
`;

const configuration = (key: string) =>
  `zones: [{ name: shop.test, token_configurations: [{ name: a, credentials: { keys: [${key}] } }] }]`;
const keyPlace = 's.yaml:1:94: zones[0].token_configurations[0].credentials.keys';

describe('a seed is refused', () => {
  it.each<[string, string, string | RegExp]>([
    [
      'for a duplicate zone',
      'zones: [{ name: a.test }, { name: A.test }]',
      's.yaml:1:27: zones[1]: the zone a.test occurs twice in this file',
    ],
    ['for a zone with an invalid name', 'zones: [{ name: shop }]', /^s\.yaml:1:11: zones\[0\]\.name: .*shop/],
    [
      'for a zone of another account',
      'accounts: [{ name: Acme, zones: [{ name: example.localhost }] }]',
      /^s\.yaml:1:36: accounts\[0\]\.zones\[0\]\.name: the zone example.localhost already exists, in the account/,
    ],
    [
      'for the id of another zone',
      'zones: [{ name: a.test, id: 023e105f4ecef8ad9ca31a8372d0c353 }]',
      's.yaml:1:25: zones[0].id: the id 023e105f4ecef8ad9ca31a8372d0c353 is taken',
    ],
    [
      'for another id of an existing zone',
      `zones: [{ name: example.localhost, id: ${'a'.repeat(32)} }]`,
      /zones\[0\]\.id: the zone example\.localhost already exists, with the id 023e/,
    ],
    [
      'for an unknown setting',
      'zones: [{ name: a.test, settings: { hue: 1 } }]',
      /^s\.yaml:1:37: zones\[0\]\.settings\.hue: .*\(code \d+\)$/,
    ],
    [
      'for two rules with the same id',
      `zones: [{ name: a.test, rulesets: [{ name: a, phase: http_request_firewall_custom, rules: [${['true', 'false'].map((expression) => `{ id: ${'a'.repeat(32)}, action: log, expression: "${expression}" }`).join(', ')}] }] }]`,
      's.yaml:1:84: zones[0].rulesets[0].rules: two of its rules have the same id',
    ],
    [
      'for a duplicate operation',
      'zones: [{ name: a.test, operations: [GET a.test/x, GET a.test/x] }]',
      's.yaml:1:52: zones[0].operations[1]: GET a.test/x already exists',
    ],
    [
      'for two operations with the same id',
      'zones: [{ name: a.test, operations: [{ id: 4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7, method: GET, host: a.test, endpoint: / }, { id: 4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7, method: GET, host: b.test, endpoint: / }] }]',
      /operations\[1\]\.id: the id 4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7 is taken$/,
    ],
    [
      'for an invalid expression',
      rule('http.request.methd eq "GET"'),
      /^s\.yaml:7:36: zones\[0\]\.token_rules\[0\]\.expression: .*methd/,
    ],
    [
      'for an unknown configuration name',
      rule('is_jwt_valid("{{token_configurations.shpo}}")'),
      's.yaml:7:36: zones[0].token_rules[0].expression: no token configuration above has the name "shpo"; did you mean shop?',
    ],
    [
      'for an unknown kind of name',
      rule('is_jwt_valid("{{token_configs.shop}}")'),
      /^s\.yaml:7:36: zones\[0\]\.token_rules\[0\]\.expression: \{\{token_configs\.shop\}\} names nothing: /,
    ],
    [
      'for an unknown configuration id',
      rule('is_jwt_valid("4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7")'),
      /^s\.yaml:7:36: zones\[0\]\.token_rules\[0\]\.expression: .*4a7ee8d3/,
    ],
    [
      'for a secret that is too short',
      configuration('{ kid: k, alg: HS256, secret: short }'),
      /credentials\.keys\[0\]/,
    ],
    [
      'for an invalid JSON Web Key',
      configuration('{ kid: k, kty: EC, alg: ES256, crv: P-256, x: A, y: B }'),
      /credentials\.keys\[0\]/,
    ],
    [
      'for a key that the platform omits',
      configuration('{ kid: k, kty: OKP, crv: Ed25519, x: AA }'),
      /credentials\.keys/,
    ],
    [
      'for invalid PEM text',
      configuration('{ kid: k, pem: nothing }'),
      `${keyPlace}[0].pem: contains no PEM: expected PUBLIC KEY, CERTIFICATE or PRIVATE KEY`,
    ],
    [
      'for PEM of another type',
      configuration('{ kid: k, pem: "-----BEGIN RSA PRIVATE KEY-----" }'),
      `${keyPlace}[0].pem: contains a PEM RSA PRIVATE KEY: expected PUBLIC KEY, CERTIFICATE or PRIVATE KEY`,
    ],
    [
      'for a file name in a seed that is not a file',
      configuration('{ kid: k, file: key.pem }'),
      `${keyPlace}[0].file: only a seed that is a file itself can name files: read it with readSeed`,
    ],
    [
      'for a second ruleset of a phase',
      'zones: [{ name: a.test, rulesets: [{ name: a, phase: http_request_firewall_custom }, { name: b, phase: http_request_firewall_custom }] }]',
      /^s\.yaml:1:86: zones\[0\]\.rulesets\[1\]/,
    ],
    [
      'for an invalid expression of a ruleset',
      'zones: [{ name: a.test, rulesets: [{ name: a, phase: http_request_firewall_custom, rules: [{ action: block, expression: "nothing" }] }] }]',
      /zones\[0\]\.rulesets\[0\]\.rules\[0\]\.expression: /,
    ],
    [
      'for a duplicate hostname',
      'zones: [{ name: a.test, custom_hostnames: [b.localhost, b.localhost] }]',
      /custom_hostnames\[1\]/,
    ],
    ['for a gateway with an invalid name', 'gateways: [{ id: "a b" }]', /^s\.yaml:1:14: gateways\[0\]\.id: /],
    ['for a namespace with an invalid name', 'namespaces: [{ name: -a }]', /^s\.yaml:1:14: namespaces\[0\]/],
    [
      'for a duplicate repository',
      'namespaces: [{ name: tools, repositories: [{ name: a }, { name: A }] }]',
      /^s\.yaml:1:57: namespaces\[0\]\.repositories\[1\]/,
    ],
    [
      'for a path that Git does not allow',
      'namespaces: [{ name: tools, repositories: [{ name: a, files: { .git/config: x } }] }]',
      /^s\.yaml:1:55: namespaces\[0\]\.repositories\[0\]\.files: hasDotgit/,
    ],
    [
      'for a file that is also a folder',
      'namespaces: [{ name: tools, repositories: [{ name: a, files: { a: x, a/b: x } }] }]',
      /repositories\[0\]\.files: a\/b is not a valid file path/,
    ],
    [
      'for a token of two repositories',
      `namespaces: [{ name: tools, repositories: [{ name: a, tokens: [{ value: art_v1_${'0'.repeat(40)} }] }, { name: b, tokens: [{ value: art_v1_${'0'.repeat(40)} }] }] }]`,
      /repositories\[1\]\.tokens\[0\]\.value: this token already opens another repository$/,
    ],
    [
      'for an invalid object key',
      `buckets: [{ name: files, objects: { a: x, ? ${'k'.repeat(1025)} : x } }]`,
      /^s\.yaml:1:45: buckets\[0\]\.objects\.k+: A key has 1024 bytes at most/,
    ],
    ['for an unknown signal', 'signals: { cf.waf.scor: 1 }', /^s\.yaml:1:12: signals\["cf\.waf\.scor"\]: /],
    [
      'for an invalid pattern',
      'model_replies: [{ match: { text: { pattern: "(" } }, reply: { text: a } }]',
      /^s\.yaml:1:36: model_replies\[0\]\.match\.text\.pattern: /,
    ],
    [
      'for a token of an unknown zone',
      'tokens: [{ value: a, role: read, zones: [exmple.localhost] }]',
      's.yaml:1:42: tokens[0].zones[0]: there is no zone exmple.localhost; did you mean example.localhost?',
    ],
    [
      'for an existing token',
      'tokens: [{ value: touchstone-full-access-token-0000000001, role: read }]',
      's.yaml:1:12: tokens[0].value: another token has this value',
    ],
    [
      'for a duplicate account',
      'accounts: [{ name: A }, { name: A }]',
      's.yaml:1:25: accounts[1]: the account A occurs twice in this file',
    ],
  ])('%s', async (_, yaml, problem) => {
    const lines = await refusal(yaml);
    expect(lines).toHaveLength(1);
    if (typeof problem === 'string') expect(lines).toEqual([problem]);
    else expect(lines[0]).toMatch(problem);
  });

  it('with all problems, without those that follow from others', async () => {
    const lines = await refusal(`
zones:
  - name: a.test
    settings: { hue: 1 }
    token_configurations:
      - { name: bad, credentials: { keys: [ { kid: k, alg: HS256, secret: short } ] } }
    token_rules:
      - { title: a, action: block, expression: 'is_jwt_valid("{{token_configurations.bad}}")', selector: {} }
tokens:
  - { value: a, role: read, zones: [nowhere.test] }
`);
    expect(lines.map((line) => line.split(':').slice(0, 2).join(':'))).toEqual([
      's.yaml:4',
      's.yaml:6',
      's.yaml:10',
    ]);
  });

  it('for what the options of the mock forbid', async () => {
    const zoneId = '023e105f4ecef8ad9ca31a8372d0c353';
    const yaml = 'zones: [{ name: example.localhost, custom_hostnames: [a.customer.localhost] }]';
    expect(await refusal(yaml, { strictHostnames: true })).toHaveLength(1);
    expect(
      await refusal(
        configuration('{ kid: k, alg: HS256, secret: 0123456789abcdef0123456789abcdef }').replace(
          'shop.test',
          'example.localhost',
        ),
        { unentitledZones: [zoneId] },
      ),
    ).toMatchObject([/\(code 10403\)$/]);
  });
});
