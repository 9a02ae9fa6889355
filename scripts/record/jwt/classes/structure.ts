import type { RequirementId } from '../../../../spec/requirement.ts';
import { configurationPlans, type Slot } from '../configurations.ts';
import type { FaultName } from '../faults.ts';
import type { Recipe } from '../forge.ts';
import { type ClassPlan, inAuthorization, inferred, type Row, token } from '../plan.ts';

const { rs256, es256, hs256, es384 } = configurationPlans.mixed.slots;

function parts(fault: FaultName, title: string, slot: Slot, requirement: RequirementId = 'TV-EDGE-4'): Row {
  return [
    `structure-${fault}`,
    `${title} is refused`,
    requirement,
    'malformed_token',
    token(slot, { fault }),
  ];
}

function header(id: string, title: string, slot: Slot, text: Recipe['header']): Row {
  return [
    `structure-header-${id}`,
    `A header that is ${title} is refused`,
    'TV-EDGE-5',
    'malformed_token',
    token(slot, { header: text }),
  ];
}

/** Tokens that are not three parts, or whose first part is no JSON object. */
export const structureClass: ClassPlan = {
  name: 'structure',
  vectors: () => [
    ...inAuthorization('mixed', [
      parts('header-missing', 'An empty header', rs256),
      parts('payload-missing', 'An empty payload', es384),
      parts('header-only', 'A header alone', hs256),
      parts('part-added', 'A fourth part', rs256),
      parts('dot-before', 'A dot before a token', es256),
      parts('dot-behind', 'A dot behind a token', hs256),
      parts('dot-doubled', 'A doubled dot', es384),
      parts('dots-only', 'Two dots alone', rs256),
      parts('no-dots', 'A token without its dots', hs256),
      parts('commas-for-dots', 'A token with commas for dots', es256),
      parts('header-and-payload-swapped', 'A token whose payload comes first', rs256, 'TV-EDGE-5'),
      parts('signature-first', 'A token whose signature comes first', es256, 'TV-EDGE-5'),
      parts('token-twice', 'Two tokens joined by a dot', hs256),
      parts('token-twice-with-comma', 'Two tokens joined by a comma', es256),
      parts('token-in-quotes', 'A token in quotes', es384),
      parts('token-in-angle-brackets', 'A token in angle brackets', hs256),
      parts('token-with-semicolon', 'A token with a semicolon behind it', rs256),
      parts('token-encoded-again', 'A token that was encoded once more', hs256),
      header('text', 'plain text', rs256, 'alg: RS256, kid: rs256'),
      header('array', 'an array', es256, '[{"alg":"ES256","kid":"es256"}]'),
      header('string', 'a JSON string', hs256, '"HS256"'),
      header('null', 'null', es256, 'null'),
      header('cut-off', 'cut off', rs256, '{"alg":"RS256","kid":"rs256"'),
      header('continued', 'followed by more text', es256, '{"alg":"ES256","kid":"es256"}{}'),
      header('with-comma', 'written with a comma too many', hs256, '{"alg":"HS256","kid":"hs256",}'),
      header('in-single-quotes', 'written in single quotes', es384, "{'alg':'ES384','kid':'es384'}"),
      header('with-comment', 'written with a comment', rs256, '{"alg":"RS256",/* */"kid":"rs256"}'),
    ]),
    ...inferred(
      inAuthorization('mixed', [
        header(
          'with-byte-order-mark',
          'preceded by a byte order mark',
          es256,
          '\uFEFF{"alg":"ES256","kid":"es256"}',
        ),
      ]),
    ),
  ],
};
