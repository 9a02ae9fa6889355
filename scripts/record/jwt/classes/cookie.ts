import type { Certainty } from '../../../../spec/certainty.ts';
import type { RequirementId } from '../../../../spec/requirement.ts';
import { type ConfigurationName, configurationPlans } from '../configurations.ts';
import type { Recipe } from '../forge.ts';
import {
  type ClassPlan,
  type Expectation,
  headerOf,
  soundClaims,
  token,
  type VectorPlan,
  YEAR_2019,
} from '../plan.ts';

const { rs256, es256, hs256 } = configurationPlans.cookie.slots;
const two = configurationPlans['two-cookies'].slots;

interface CookieRow {
  readonly id: string;
  readonly title: string;
  readonly requirement: RequirementId;
  readonly expected: Expectation;
  readonly cookie: string;
  readonly configuration?: ConfigurationName;
  readonly name?: string;
  readonly present?: Certainty;
}

const made: Readonly<Record<string, Recipe>> = {
  good: token(es256),
  rsa: token(rs256),
  mac: token(hs256, { payload: { ...soundClaims, scope: 'read' } }),
  expired: token(hs256, { payload: { sub: 'user-1', exp: YEAR_2019 } }),
  forged: token(rs256, { fault: 'signature-middle-bit' }),
  unknown: token(es256, { header: headerOf(es256, { kid: 'nobody' }) }),
  p384: token(two.es384),
  short: token(two.hs256),
};

function vector({
  id,
  title,
  requirement,
  expected,
  cookie,
  configuration,
  name,
  present,
}: CookieRow): VectorPlan {
  const used = Object.entries(made).filter(([token]) => cookie.includes(`{{${token}}}`));
  return {
    id: `cookie-${id}`,
    title,
    configuration: configuration ?? 'cookie',
    requirement,
    expected,
    headers: [[name ?? 'cookie', cookie]],
    ...(used.length ? { made: Object.fromEntries(used) } : {}),
    ...(present ? { present } : {}),
  };
}

const ROWS: readonly CookieRow[] = [
  {
    id: 'alone',
    title: 'A token in the only cookie is valid',
    requirement: 'TV-SRC-14',
    expected: 'valid',
    cookie: 'session={{good}}',
  },
  {
    id: 'first',
    title: 'A token in the first of several cookies is valid',
    requirement: 'TV-SRC-14',
    expected: 'valid',
    cookie: 'session={{rsa}}; theme=dark; lang=en',
  },
  {
    id: 'middle',
    title: 'A token between other cookies is valid',
    requirement: 'TV-SRC-14',
    expected: 'valid',
    cookie: 'theme=dark; session={{mac}}; lang=en',
  },
  {
    id: 'last',
    title: 'A token in the last of several cookies is valid',
    requirement: 'TV-SRC-14',
    expected: 'valid',
    cookie: 'theme=dark; lang=en; session={{good}}',
  },
  {
    id: 'prefix',
    title: 'A token after Bearer in a cookie is valid',
    requirement: 'TV-SRC-21',
    expected: 'valid',
    cookie: 'session=Bearer {{good}}',
  },
  {
    id: 'header-in-capitals',
    title: 'The name of the cookie header may be sent in capitals',
    requirement: 'TV-SRC-27',
    expected: 'valid',
    cookie: 'session={{mac}}',
    name: 'COOKIE',
  },
  {
    id: 'name-encoded',
    title: 'The encoded name of a cookie is decoded',
    requirement: 'TV-SRC-30',
    expected: 'valid',
    cookie: '%73ession={{good}}',
  },
  {
    id: 'repeated-valid-first',
    title: 'Of two cookies with one name the first is taken, a valid one',
    requirement: 'TV-SRC-37',
    expected: 'valid',
    cookie: 'session={{good}}; session={{expired}}',
  },
  {
    id: 'repeated-valid-second',
    title: 'Of two cookies with one name the first is taken, an expired one',
    requirement: 'TV-SRC-37',
    expected: 'token_expired',
    cookie: 'session={{expired}}; session={{good}}',
  },
  {
    id: 'expired',
    title: 'An expired token in a cookie is refused',
    requirement: 'TV-EDGE-15',
    expected: 'token_expired',
    cookie: 'session={{expired}}',
  },
  {
    id: 'forged',
    title: 'A forged token in a cookie is refused',
    requirement: 'TV-EDGE-10',
    expected: 'invalid_signature',
    cookie: 'theme=dark; session={{forged}}',
  },
  {
    id: 'unknown-kid',
    title: 'A token of an unknown key in a cookie is refused',
    requirement: 'TV-EDGE-1',
    expected: 'no_matching_key',
    cookie: 'session={{unknown}}',
  },
  {
    id: 'garbage',
    title: 'Garbage in a cookie is refused',
    requirement: 'TV-EDGE-4',
    expected: 'malformed_token',
    cookie: 'session=garbage',
  },
  {
    id: 'prefix-in-lower-case',
    title: 'A token after bearer in lower case in a cookie is refused',
    requirement: 'TV-SRC-22',
    expected: 'malformed_token',
    cookie: 'session=bearer {{good}}',
  },
  {
    id: 'value-encoded',
    title: 'The encoded value of a cookie is not decoded',
    requirement: 'TV-SRC-31',
    expected: 'malformed_token',
    cookie: 'session=%65yJhbGciOiJub25lIn0%2Ee30%2EAA',
  },
  {
    id: 'other-name',
    title: 'A token in another cookie is not found',
    requirement: 'TV-SRC-15',
    expected: 'missing_token',
    cookie: 'sid={{good}}',
    present: 'seed',
  },
  {
    id: 'other-case',
    title: 'A token in a cookie with a name of another case is not found',
    requirement: 'TV-SRC-29',
    expected: 'missing_token',
    cookie: 'SESSION={{good}}',
    present: 'documented',
  },
  {
    id: 'longer-name',
    title: 'A token in a cookie with a longer name is not found',
    requirement: 'TV-SRC-15',
    expected: 'missing_token',
    cookie: 'session2={{good}}; xsession={{rsa}}',
    present: 'seed',
  },
  {
    id: 'empty',
    title: 'An empty cookie is no token',
    requirement: 'TV-EXPR-5',
    expected: 'missing_token',
    cookie: 'theme=dark; session=',
  },
  {
    id: 'absent',
    title: 'Other cookies are no tokens',
    requirement: 'TV-EXPR-5',
    expected: 'missing_token',
    cookie: 'theme=dark; lang=en',
    present: 'seed',
  },
  {
    id: 'in-authorization',
    title: 'A token in the Authorization header is not found when the source is a cookie',
    requirement: 'TV-SRC-15',
    expected: 'missing_token',
    cookie: 'Bearer {{good}}',
    name: 'authorization',
    present: 'seed',
  },
  {
    id: 'capital',
    title: 'A cookie whose name has a capital is found by that name',
    requirement: 'TV-SRC-29',
    expected: 'valid',
    cookie: 'Session={{p384}}',
    configuration: 'two-cookies',
  },
  {
    id: 'capital-missing',
    title: 'A cookie whose name lacks the capital is not found',
    requirement: 'TV-SRC-29',
    expected: 'missing_token',
    cookie: 'session={{p384}}',
    configuration: 'two-cookies',
    present: 'documented',
  },
  {
    id: 'second-source',
    title: 'The second of two cookies suffices when the first holds garbage',
    requirement: 'TV-SRC-17',
    expected: 'valid',
    cookie: 'Session=garbage; auth-token={{short}}',
    configuration: 'two-cookies',
  },
];

/** Tokens in cookies. */
export const cookieClass: ClassPlan = { name: 'cookie', vectors: () => ROWS.map(vector) };
