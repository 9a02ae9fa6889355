import { configurationPlans } from '../configurations.ts';
import type { Recipe } from '../forge.ts';
import { type ClassPlan, headerOf, soundClaims, token, type VectorPlan, YEAR_2019 } from '../plan.ts';

const { rs256, es256, hs256 } = configurationPlans['four-sources'].slots;

const good = token(es256);
const goodToo = token(hs256, { payload: { ...soundClaims, sub: 'user-2', scope: 'read' } });
const expired = token(rs256, { payload: { sub: 'user-1', exp: YEAR_2019 } });
const forged = token(es256, { fault: 'signature-last-bit' });
const unknown = token(hs256, { header: headerOf(hs256, { kid: 'nobody' }) });

type SourcePlan = Pick<VectorPlan, 'title' | 'requirement' | 'expected' | 'headers' | 'path' | 'present'>;

function vector(id: string, plan: SourcePlan, made: Readonly<Record<string, Recipe>> = {}): VectorPlan {
  return {
    id: `source-${id}`,
    configuration: 'four-sources',
    ...plan,
    ...(Object.keys(made).length ? { made } : {}),
  };
}

/** Several sources: two headers, then two cookies. */
export const multiSourceClass: ClassPlan = {
  name: 'multi_source',
  vectors: () => [
    vector('none', {
      title: 'No source holds a token',
      requirement: 'TV-EXPR-5',
      expected: 'missing_token',
      headers: [],
    }),
    vector(
      'first',
      {
        title: 'The first source suffices',
        requirement: 'TV-SRC-13',
        expected: 'valid',
        headers: [['authorization', 'Bearer {{good}}']],
      },
      { good },
    ),
    vector(
      'second',
      {
        title: 'The second source suffices when the first is absent',
        requirement: 'TV-SRC-16',
        expected: 'valid',
        headers: [['x-api-token', '{{good}}']],
      },
      { good },
    ),
    vector(
      'third',
      {
        title: 'The third source suffices when the others are absent',
        requirement: 'TV-SRC-14',
        expected: 'valid',
        headers: [['cookie', 'session={{good}}']],
      },
      { good },
    ),
    vector(
      'fourth',
      {
        title: 'The fourth source suffices when the others are absent',
        requirement: 'TV-SRC-14',
        expected: 'valid',
        headers: [['cookie', 'backup={{good}}']],
      },
      { good },
    ),
    vector(
      'second-after-garbage',
      {
        title: 'The second source suffices when the first holds garbage',
        requirement: 'TV-SRC-17',
        expected: 'valid',
        headers: [
          ['authorization', 'Bearer garbage'],
          ['x-api-token', '{{good}}'],
        ],
      },
      { good },
    ),
    vector(
      'second-after-expired',
      {
        title: 'The second source suffices when the first holds an expired token',
        requirement: 'TV-SRC-17',
        expected: 'valid',
        headers: [
          ['authorization', 'Bearer {{expired}}'],
          ['x-api-token', 'Bearer {{good}}'],
        ],
      },
      { expired, good },
    ),
    vector(
      'third-after-forged',
      {
        title: 'A cookie suffices when a header holds a forged token',
        requirement: 'TV-SRC-17',
        expected: 'valid',
        headers: [
          ['authorization', 'Bearer {{forged}}'],
          ['cookie', 'session={{good}}'],
        ],
      },
      { forged, good },
    ),
    vector(
      'fourth-after-three',
      {
        title: 'The fourth source suffices when three hold invalid tokens',
        requirement: 'TV-SRC-17',
        expected: 'valid',
        headers: [
          ['authorization', 'Bearer {{expired}}'],
          ['x-api-token', '{{forged}}'],
          ['cookie', 'session={{unknown}}; backup={{goodToo}}'],
        ],
      },
      { expired, forged, unknown, goodToo },
    ),
    vector(
      'second-after-basic',
      {
        title: 'The second source suffices when the first holds a password',
        requirement: 'TV-SRC-17',
        expected: 'valid',
        headers: [
          ['authorization', 'Basic dXNlcjpwYXNz'],
          ['x-api-token', '{{good}}'],
        ],
      },
      { good },
    ),
    vector(
      'first-before-garbage',
      {
        title: 'The first source suffices when the second holds garbage',
        requirement: 'TV-SRC-18',
        expected: 'valid',
        headers: [
          ['authorization', 'Bearer {{good}}'],
          ['x-api-token', 'garbage'],
        ],
      },
      { good },
    ),
    vector(
      'first-before-forged-cookies',
      {
        title: 'The first source suffices when the cookies hold invalid tokens',
        requirement: 'TV-SRC-18',
        expected: 'valid',
        headers: [
          ['authorization', 'Bearer {{good}}'],
          ['cookie', 'session={{forged}}; backup={{expired}}'],
        ],
      },
      { good, forged, expired },
    ),
    vector(
      'two-valid',
      {
        title: 'Two valid tokens are valid',
        requirement: 'TV-SRC-13',
        expected: 'valid',
        headers: [
          ['authorization', 'Bearer {{good}}'],
          ['cookie', 'session={{goodToo}}'],
        ],
      },
      { good, goodToo },
    ),
    vector(
      'order-of-cookies',
      {
        title: 'Cookies are sources in the order of the configuration, not of the request',
        requirement: 'TV-SRC-16',
        expected: 'valid',
        headers: [['cookie', 'backup={{good}}; session={{expired}}']],
      },
      { good, expired },
    ),
    vector(
      'all-invalid',
      {
        title: 'Four invalid tokens are invalid',
        requirement: 'TV-EDGE-15',
        expected: 'token_expired',
        headers: [
          ['authorization', 'Bearer {{expired}}'],
          ['x-api-token', '{{forged}}'],
          ['cookie', 'session={{unknown}}; backup=garbage'],
        ],
      },
      { expired, forged, unknown },
    ),
    vector(
      'forged-then-unknown',
      {
        title: 'A forged token and one of an unknown key are invalid',
        requirement: 'TV-EDGE-10',
        expected: 'invalid_signature',
        headers: [
          ['x-api-token', '{{forged}}'],
          ['cookie', 'backup={{unknown}}'],
        ],
      },
      { forged, unknown },
    ),
    vector(
      'split-at-first-dot',
      {
        title: 'A header at one source and the rest at another make no token',
        requirement: 'TV-SRC-19',
        expected: 'malformed_token',
        headers: [
          ['authorization', 'Bearer {{first}}'],
          ['x-api-token', '{{rest}}'],
        ],
      },
      { first: token(es256, { fault: 'header-only' }), rest: token(es256, { fault: 'header-missing' }) },
    ),
    vector(
      'split-at-last-dot',
      {
        title: 'Two parts at one source and a signature at another make no token',
        requirement: 'TV-SRC-19',
        expected: 'malformed_token',
        headers: [
          ['authorization', 'Bearer {{first}}'],
          ['cookie', 'session={{rest}}'],
        ],
      },
      {
        first: token(es256, { fault: 'signature-missing' }),
        rest: token(es256, { fault: 'signature-only' }),
      },
    ),
    vector(
      'unlisted-header',
      {
        title: 'A token in a header that no source names is not found',
        requirement: 'TV-SRC-15',
        expected: 'missing_token',
        present: 'seed',
        headers: [['x-other-token', '{{good}}']],
      },
      { good },
    ),
    vector(
      'unlisted-cookie',
      {
        title: 'A token in a cookie that no source names is not found',
        requirement: 'TV-SRC-15',
        expected: 'missing_token',
        present: 'seed',
        headers: [['cookie', 'other={{good}}']],
      },
      { good },
    ),
    vector(
      'proxy-header',
      {
        title: 'A token in the header for proxies is not found',
        requirement: 'TV-SRC-15',
        expected: 'missing_token',
        present: 'seed',
        headers: [['proxy-authorization', 'Bearer {{good}}']],
      },
      { good },
    ),
    vector(
      'query',
      {
        title: 'A token in the query string is not found',
        requirement: 'TV-SRC-32',
        expected: 'missing_token',
        present: 'documented',
        path: '/vectors/four-sources?access_token={{good}}&authorization={{good}}',
        headers: [],
      },
      { good },
    ),
  ],
};
