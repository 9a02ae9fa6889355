import { describe, expect, it } from 'vitest';
import type { TokenVerdict } from '../token-check.ts';
import { claimFields } from './claim-fields.ts';
import type { RequestFacts } from './field.ts';

const valid = (claims: Record<string, unknown>): TokenVerdict => ({
  value: 'token',
  verdict: { present: true, valid: true, sourceIndex: 0, claims, claimsText: JSON.stringify(claims) },
});

const verdicts = new Map<string, TokenVerdict>([
  ['shop', valid({ sub: 'ada', iss: 'https://id.example', aud: ['web', 7, 'app'], iat: 1_700_000_000.9 })],
  ['bank', valid({ sub: 'bob', aud: 'api', jti: 'j-1', nbf: 1_700_000_100, iss: 5 })],
  [
    'old',
    { value: 'token', verdict: { present: true, valid: false, reason: 'token_expired', sourceIndex: 0 } },
  ],
  ['none', { value: undefined, verdict: { present: false, valid: false, reason: 'missing_token' } }],
]);

/** A field of claims looks at the verdicts alone. */
const facts = (verdicts: RequestFacts['verdicts']): RequestFacts =>
  ({ verdicts }) as Partial<RequestFacts> as RequestFacts;

const read = (name: string, from: ReadonlyMap<string, TokenVerdict> = verdicts) =>
  claimFields[`http.request.jwt.claims${name}`]?.(facts(from));

describe('claims in rules', () => {
  it.each([
    ['.sub', { shop: ['ada'], bank: ['bob'] }],
    ['.iss', { shop: ['https://id.example'] }],
    ['.aud', { shop: ['web', 'app'], bank: ['api'] }],
    ['.jti', { bank: ['j-1'] }],
    ['.iat.sec', { shop: [1_700_000_000] }],
    ['.nbf.sec', { bank: [1_700_000_100] }],
  ])('give %s by configuration, names and values', (name, expected) => {
    expect(Object.fromEntries(read(name) as Map<string, unknown>)).toEqual(expected);
    expect(read(`${name}.names`)).toEqual(Object.keys(expected));
    expect(read(`${name}.values`)).toEqual(Object.values(expected).flat());
  });

  it('give the whole payload as it was sent', () => {
    const payloads = read('') as Map<string, string[]>;
    expect([...payloads.keys()]).toEqual(['shop', 'bank']);
    expect(payloads.get('bank')).toEqual(['{"sub":"bob","aud":"api","jti":"j-1","nbf":1700000100,"iss":5}']);
  });

  it('are not there without a verified token', () => {
    const invalid = new Map([...verdicts].slice(2));
    expect(Object.keys(claimFields)).toHaveLength(19);
    for (const field of Object.values(claimFields)) {
      const value = field(facts(invalid));
      expect(value instanceof Map ? value.size : (value as unknown[]).length).toBe(0);
    }
  });
});
