import { describe, expect, it } from 'vitest';
import { checkSeed } from './check-seed.ts';
import { pathText } from './seed-problem.ts';

const problems = (seed: unknown) =>
  (checkSeed(seed).problems ?? []).map(({ path, message }) => `${pathText(path)}: ${message}`);

const zone = (members: object) => ({ zones: [{ name: 'shop.test', ...members }] });

describe('checkSeed', () => {
  it.each([
    ['nothing', null],
    ['no members', {}],
    ['a schema for editors', { $schema: './seed.schema.json' }],
  ])('accepts %s', (_, seed) => {
    expect(checkSeed(seed).problems).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ['a list', [], ': must be an object with members, not a list'],
    ['a misspelled member', { zoens: [] }, 'zoens: is an unknown member; did you mean zones?'],
    [
      'a member unlike any other',
      { clock: { frozen_at: '2026-01-01T00:00:00Z', warp: 1 } },
      'clock.warp: is an unknown member; known members: frozen_at',
    ],
    [
      'a misspelled member deep down',
      zone({ custom_hostnames: [{ hostname: 'a.test', ssl: { methd: 'txt' } }] }),
      'zones[0].custom_hostnames[0].ssl.methd: is an unknown member; did you mean method?',
    ],
    ['a missing name', { zones: [{}] }, 'zones[0].name: is missing: a text'],
    ['null in place of a list', { zones: null }, 'zones: must be a list, not nothing'],
    [
      'a number in place of a text',
      { zones: [{ name: 'shop.test', id: 12 }] },
      'zones[0].id: must be a text, not 12: put it in quotes',
    ],
    [
      'an id that is too short',
      { zones: [{ name: 'shop.test', id: '12' }] },
      'zones[0].id: must be 32 lower-case hexadecimal digits',
    ],
    [
      'a misspelled value',
      zone({ plan: 'enterprize' }),
      'zones[0].plan: must be one of free, pro, business, enterprise, not "enterprize"; did you mean enterprise?',
    ],
    [
      'an operation that is an invalid line',
      zone({ operations: ['/orders'] }),
      'zones[0].operations[0]: must be a method, a host and a path, like "GET api.example.localhost/users/{id}"',
    ],
    [
      'an operation of another type',
      zone({ operations: [5] }),
      'zones[0].operations[0]: must be a text or an object with members, not 5',
    ],
    [
      'an operation without a host',
      zone({ operations: [{ method: 'GET', endpoint: '/' }] }),
      'zones[0].operations[0].host: is missing: a text',
    ],
    [
      'a key of two kinds',
      zone({
        token_configurations: [{ name: 'a', credentials: { keys: [{ kid: 'a', kty: 'oct', secret: 'b' }] } }],
      }),
      'zones[0].token_configurations[0].credentials.keys[0]: needs exactly one of kty (of a JSON Web Key), secret, pem and file',
    ],
    [
      'the part after a comma in an unquoted text',
      zone({
        token_configurations: [
          { name: 'a', credentials: { keys: [{ kid: 'a', secret: 'one', 'two, three': null }] } },
        ],
      }),
      'zones[0].token_configurations[0].credentials.keys[0]["two, three"]: is a member of JSON Web Keys only; put a text with a comma in quotes',
    ],
    [
      'a file with two contents',
      { buckets: [{ name: 'files', objects: { 'a b': { text: '', base64: '' } } }] },
      'buckets[0].objects["a b"]: needs exactly one of text, base64, json and file',
    ],
    [
      'invalid base64',
      { buckets: [{ name: 'files', objects: { a: { base64: '?' } } }] },
      'buckets[0].objects.a.base64: Invalid base64-encoded string',
    ],
    [
      'a bucket with an invalid name',
      { buckets: [{ name: 'Files' }] },
      'buckets[0].name: must be 3 to 63 lower-case letters, digits and hyphens',
    ],
    [
      'a token without permissions',
      { tokens: [{ value: 'a' }] },
      'tokens[0]: needs either a role or permissions',
    ],
    [
      'a token that no header can carry',
      { tokens: [{ value: 'ä', role: 'full' }] },
      'tokens[0].value: must be a Bearer token: letters, digits and -._~+/',
    ],
    [
      'a repository token of another format',
      { namespaces: [{ name: 'default', repositories: [{ name: 'a', tokens: [{ value: 'secret' }] }] }] },
      'namespaces[0].repositories[0].tokens[0].value: must be a token of a repository: art_v1_ and 40 lower-case hexadecimal digits',
    ],
    [
      'an invalid time',
      { clock: { frozen_at: '2026-01-01' } },
      'clock.frozen_at: must be an RFC 3339 time in UTC',
    ],
    [
      'a gateway with a setting of another type',
      { gateways: [{ id: 'default', cache_ttl: '60' }] },
      'gateways[0].cache_ttl: must be a number, not "60"',
    ],
    [
      'a signal of no kind',
      { signals: { 'cf.waf.score': null } },
      'signals["cf.waf.score"]: must be a text or a number or true or false or a list or an object with members, not nothing',
    ],
  ])('refuses %s', (_, seed, problem) => {
    expect(problems(seed)).toEqual([problem]);
  });

  it('reports all problems at once', () => {
    expect(problems({ zones: [{ nam: 'a' }], tokens: [{}], buckets: 1 }).sort()).toEqual([
      'buckets: must be a list, not 1',
      'tokens[0].value: is missing: a text',
      'zones[0].nam: is an unknown member; did you mean name?',
      'zones[0].name: is missing: a text',
    ]);
  });
});
