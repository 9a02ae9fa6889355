import { configurationPlans, type Slot } from '../configurations.ts';
import type { Recipe } from '../forge.ts';
import { type ClassPlan, headerOf, inAuthorization, token, YEAR_2019, YEAR_2100 } from '../plan.ts';
import { timeTemplates } from './time-templates.ts';

const { rs256, es256, hs256, es384, ps256 } = configurationPlans.mixed.slots;

const claims = (slot: Slot, payload: Recipe['payload']): Recipe => token(slot, { payload });

/** exp and nbf: stored where years decide, templates where seconds do. */
export const timeClass: ClassPlan = {
  name: 'time',
  vectors: () => [
    ...inAuthorization('mixed', [
      [
        'time-expired',
        'A token that expired years ago is refused',
        'TV-EDGE-15',
        'token_expired',
        claims(rs256, { sub: 'user-1', exp: YEAR_2019 }),
      ],
      [
        'time-expired-fraction',
        'A token that expired at a fraction of a second is refused',
        'TV-EDGE-33',
        'token_expired',
        claims(es256, { exp: YEAR_2019 + 0.5 }),
      ],
      [
        'time-expired-zero',
        'A token that expired at second zero is refused',
        'TV-EDGE-15',
        'token_expired',
        claims(hs256, { exp: 0 }),
      ],
      [
        'time-expired-negative',
        'A token that expired before 1970 is refused',
        'TV-EDGE-15',
        'token_expired',
        claims(hs256, { exp: -1, iss: 'a' }),
      ],
      [
        'time-expired-exponent',
        'An exp written with an exponent is a number',
        'TV-EDGE-15',
        'token_expired',
        claims(es384, '{"exp":1.5e9}'),
      ],
      [
        'time-expired-with-rest',
        'A token with all registered claims that expired is refused',
        'TV-EDGE-15',
        'token_expired',
        claims(ps256, {
          iss: 'a',
          sub: 'b',
          aud: 'c',
          jti: 'd',
          iat: 1_500_000_000,
          nbf: 1_500_000_000,
          exp: YEAR_2019,
        }),
      ],
      [
        'time-not-yet',
        'A token that begins in the year 2100 is refused',
        'TV-EDGE-18',
        'token_not_yet_valid',
        claims(rs256, { nbf: YEAR_2100 }),
      ],
      [
        'time-not-yet-unlimited',
        'A token that begins and ends in a far future is refused',
        'TV-EDGE-18',
        'token_not_yet_valid',
        claims(es256, { nbf: YEAR_2100, exp: YEAR_2100 + 1 }),
      ],
      [
        'time-none',
        'A token without exp and nbf is valid',
        'TV-EDGE-17',
        'valid',
        claims(rs256, { sub: 'user-1' }),
      ],
      [
        'time-exp-only',
        'A token with exp alone is valid',
        'TV-EDGE-20',
        'valid',
        claims(es256, { exp: YEAR_2100 }),
      ],
      [
        'time-nbf-only',
        'A token with nbf alone is valid',
        'TV-EDGE-19',
        'valid',
        claims(hs256, { nbf: 1_500_000_000 }),
      ],
      [
        'time-fraction',
        'A fractional exp to come is valid',
        'TV-EDGE-33',
        'valid',
        claims(es384, { exp: YEAR_2100 + 0.5, sub: 'user-1' }),
      ],
      ['time-nbf-negative', 'An nbf before 1970 is valid', 'TV-EDGE-19', 'valid', claims(ps256, { nbf: -1 })],
      [
        'time-iat-ahead',
        'An iat in the future is not looked at',
        'TV-EDGE-30',
        'valid',
        claims(rs256, { iat: YEAR_2100, sub: 'user-1' }),
      ],
      [
        'time-exp-in-header',
        'An exp in the header is not looked at',
        'TV-EDGE-17',
        'valid',
        token(hs256, { header: headerOf(hs256, { exp: 1 }) }),
      ],
      [
        'time-exp-nested',
        'An exp inside another claim is not looked at',
        'TV-EDGE-17',
        'valid',
        claims(es256, { token: { exp: 1 } }),
      ],
      [
        'time-exp-as-text',
        'An exp that is text is refused',
        'TV-EDGE-31',
        'invalid_claims',
        claims(rs256, { exp: '4102444800' }),
      ],
      [
        'time-exp-null',
        'An exp that is null is refused',
        'TV-EDGE-31',
        'invalid_claims',
        claims(es256, { exp: null }),
      ],
      [
        'time-exp-true',
        'An exp that is true is refused',
        'TV-EDGE-31',
        'invalid_claims',
        claims(hs256, { exp: true }),
      ],
      [
        'time-exp-in-array',
        'An exp in an array is refused',
        'TV-EDGE-31',
        'invalid_claims',
        claims(es384, { exp: [YEAR_2100] }),
      ],
      [
        'time-exp-in-object',
        'An exp in an object is refused',
        'TV-EDGE-31',
        'invalid_claims',
        claims(ps256, { exp: { seconds: YEAR_2100 } }),
      ],
      [
        'time-nbf-as-text',
        'An nbf that is text is refused',
        'TV-EDGE-32',
        'invalid_claims',
        claims(rs256, { nbf: '1500000000' }),
      ],
      [
        'time-nbf-null',
        'An nbf that is null is refused',
        'TV-EDGE-32',
        'invalid_claims',
        claims(es256, { nbf: null }),
      ],
      [
        'time-nbf-false',
        'An nbf that is false is refused',
        'TV-EDGE-32',
        'invalid_claims',
        claims(hs256, { nbf: false }),
      ],
    ]),
    ...timeTemplates(),
  ],
};
