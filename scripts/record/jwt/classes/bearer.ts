import type { RequirementId } from '../../../../spec/requirement.ts';
import { type ConfigurationName, configurationPlans } from '../configurations.ts';
import { type ClassPlan, type Expectation, token, type VectorPlan } from '../plan.ts';

const { rs256, es256, hs256 } = configurationPlans.mixed.slots;

interface BearerRow {
  readonly id: string;
  readonly title: string;
  readonly requirement: RequirementId;
  readonly expected: Expectation;
  readonly value: string;
  readonly header?: string;
  readonly configuration?: ConfigurationName;
}

const made = { rsa: token(rs256), ec: token(es256), mac: token(hs256) };

function vector({ id, title, requirement, expected, value, header, configuration }: BearerRow): VectorPlan {
  const used = Object.entries(made).filter(([name]) => value.includes(`{{${name}}}`));
  return {
    id: `bearer-${id}`,
    title,
    configuration: configuration ?? 'mixed',
    requirement,
    expected,
    headers: [[header ?? 'authorization', value]],
    ...(used.length ? { made: Object.fromEntries(used) } : {}),
  };
}

const ROWS: readonly BearerRow[] = [
  {
    id: 'alone',
    title: 'A token without a prefix is valid',
    requirement: 'TV-SRC-20',
    expected: 'valid',
    value: '{{ec}}',
  },
  {
    id: 'prefix',
    title: 'A token after Bearer and one space is valid',
    requirement: 'TV-SRC-21',
    expected: 'valid',
    value: 'Bearer {{rsa}}',
  },
  {
    id: 'header-in-capitals',
    title: 'The name of the header may be sent in capitals',
    requirement: 'TV-SRC-27',
    expected: 'valid',
    value: 'Bearer {{mac}}',
    header: 'AUTHORIZATION',
  },
  {
    id: 'header-capitalised',
    title: 'The name of the header may be sent with a capital',
    requirement: 'TV-SRC-27',
    expected: 'valid',
    value: '{{mac}}',
    header: 'Authorization',
  },
  {
    id: 'custom-header-alone',
    title: 'A token without a prefix is valid in any header',
    requirement: 'TV-SRC-20',
    expected: 'valid',
    value: '{{mac}}',
    header: 'x-token',
    configuration: 'custom-header',
  },
  {
    id: 'custom-header-prefix',
    title: 'A token after Bearer and one space is valid in any header',
    requirement: 'TV-SRC-21',
    expected: 'valid',
    value: 'Bearer {{mac}}',
    header: 'x-token',
    configuration: 'custom-header',
  },
  {
    id: 'in-lower-case',
    title: 'A token after bearer in lower case is refused',
    requirement: 'TV-SRC-22',
    expected: 'malformed_token',
    value: 'bearer {{ec}}',
  },
  {
    id: 'in-upper-case',
    title: 'A token after BEARER is refused',
    requirement: 'TV-SRC-22',
    expected: 'malformed_token',
    value: 'BEARER {{ec}}',
  },
  {
    id: 'in-mixed-case',
    title: 'A token after bEARER is refused',
    requirement: 'TV-SRC-22',
    expected: 'malformed_token',
    value: 'bEARER {{ec}}',
  },
  {
    id: 'colon',
    title: 'A token after Bearer and a colon is refused',
    requirement: 'TV-SRC-23',
    expected: 'malformed_token',
    value: 'Bearer: {{rsa}}',
  },
  {
    id: 'colon-without-space',
    title: 'A token right after Bearer and a colon is refused',
    requirement: 'TV-SRC-23',
    expected: 'malformed_token',
    value: 'Bearer:{{ec}}',
  },
  {
    id: 'two-spaces',
    title: 'A token after Bearer and two spaces is refused',
    requirement: 'TV-SRC-24',
    expected: 'malformed_token',
    value: 'Bearer  {{ec}}',
  },
  {
    id: 'no-space',
    title: 'A token right after Bearer is refused',
    requirement: 'TV-SRC-25',
    expected: 'malformed_token',
    value: 'Bearer{{ec}}',
  },
  {
    id: 'tab',
    title: 'A token after Bearer and a tab is refused',
    requirement: 'TV-SRC-36',
    expected: 'malformed_token',
    value: 'Bearer\t{{ec}}',
  },
  {
    id: 'comma',
    title: 'A token after Bearer and a comma is refused',
    requirement: 'TV-SRC-25',
    expected: 'malformed_token',
    value: 'Bearer,{{ec}}',
  },
  {
    id: 'equals',
    title: 'A token after Bearer and an equals sign is refused',
    requirement: 'TV-SRC-25',
    expected: 'malformed_token',
    value: 'Bearer={{ec}}',
  },
  {
    id: 'twice',
    title: 'A token after Bearer twice is refused',
    requirement: 'TV-EDGE-4',
    expected: 'malformed_token',
    value: 'Bearer Bearer {{ec}}',
  },
  {
    id: 'quotes',
    title: 'A token in single quotes after Bearer is refused',
    requirement: 'TV-EDGE-4',
    expected: 'malformed_token',
    value: "Bearer '{{mac}}'",
  },
  {
    id: 'parameter',
    title: 'A token as a parameter of Bearer is refused',
    requirement: 'TV-EDGE-4',
    expected: 'malformed_token',
    value: 'Bearer token={{ec}}',
  },
  {
    id: 'more-words',
    title: 'A token with more words behind it is refused',
    requirement: 'TV-EDGE-4',
    expected: 'malformed_token',
    value: 'Bearer {{ec}} and more',
  },
  {
    id: 'two-tokens',
    title: 'Two tokens after Bearer are refused',
    requirement: 'TV-EDGE-4',
    expected: 'malformed_token',
    value: 'Bearer {{ec}} {{rsa}}',
  },
  {
    id: 'list',
    title: 'A list of credentials is refused',
    requirement: 'TV-EDGE-4',
    expected: 'malformed_token',
    value: 'Bearer {{ec}}, Bearer {{mac}}',
  },
  {
    id: 'behind-token',
    title: 'Bearer behind a token is refused',
    requirement: 'TV-EDGE-4',
    expected: 'malformed_token',
    value: '{{ec}} Bearer',
  },
  {
    id: 'garbage',
    title: 'A word after Bearer is refused',
    requirement: 'TV-EDGE-4',
    expected: 'malformed_token',
    value: 'Bearer garbage',
  },
  {
    id: 'garbage-alone',
    title: 'A word is refused',
    requirement: 'TV-EDGE-4',
    expected: 'malformed_token',
    value: 'garbage',
  },
  {
    id: 'words-alone',
    title: 'Words that name no scheme are refused',
    requirement: 'TV-EDGE-4',
    expected: 'malformed_token',
    value: 'this is not a token',
  },
  {
    id: 'basic',
    title: 'A password is no token',
    requirement: 'TV-EXPR-33',
    expected: 'missing_token',
    value: 'Basic dXNlcjpwYXNz',
  },
  {
    id: 'digest',
    title: 'A digest is no token',
    requirement: 'TV-EXPR-33',
    expected: 'missing_token',
    value: 'Digest username="user", realm="r", nonce="n", uri="/", response="0"',
  },
  {
    id: 'basic-before-token',
    title: 'A token after another scheme is not found',
    requirement: 'TV-EXPR-33',
    expected: 'missing_token',
    value: 'Basic {{ec}}',
  },
  {
    id: 'dpop',
    title: 'A token after DPoP is not found',
    requirement: 'TV-EXPR-33',
    expected: 'missing_token',
    value: 'DPoP {{rsa}}',
  },
];

/** What stands before a token, and what stands in its place. */
export const bearerClass: ClassPlan = { name: 'bearer', vectors: () => ROWS.map(vector) };
