import type { RequirementId } from '../../../../spec/requirement.ts';
import { configurationPlans, type Slot } from '../configurations.ts';
import type { FaultName } from '../faults.ts';
import {
  type ClassPlan,
  headerOf,
  inAuthorization,
  type RecipeChange,
  type Row,
  soundClaims,
  token,
} from '../plan.ts';

const { rs256, es256, es384, hs256, ps256 } = configurationPlans.mixed.slots;

function row(
  fault: FaultName,
  title: string,
  requirement: RequirementId,
  slot: Slot,
  change: RecipeChange = {},
  id: string = fault,
): Row {
  return [
    `tampered-${id}`,
    `${title} is refused`,
    requirement,
    'invalid_signature',
    token(slot, { fault, ...change }),
  ];
}

const role = { payload: { ...soundClaims, role: 'reader' } };

/** Tokens that were changed after they were signed, and signatures of something else. */
export const tamperedClass: ClassPlan = {
  name: 'tampered',
  vectors: () =>
    inAuthorization('mixed', [
      row('claim-changed', 'A token with a changed claim', 'TV-EDGE-8', rs256),
      row('claim-added', 'A token with an added claim', 'TV-EDGE-8', es256),
      row('claim-removed', 'A token with a removed claim', 'TV-EDGE-8', hs256, {
        payload: { nbf: 4_000_000_000, ...soundClaims },
      }),
      row('claims-reordered', 'A token with its claims in another order', 'TV-EDGE-8', ps256),
      row('payload-respaced', 'A token with spaces added between its claims', 'TV-EDGE-8', es384),
      row('header-parameter-added', 'A token with an added header parameter', 'TV-EDGE-9', rs256),
      row('header-reordered', 'A token with its header in another order', 'TV-EDGE-9', es256),
      row('header-respaced', 'A token with spaces added in its header', 'TV-EDGE-9', hs256),
      row('signature-first-bit', 'An RS256 signature with its first bit changed', 'TV-EDGE-10', rs256, role),
      row(
        'signature-middle-bit',
        'A PS256 signature with a bit changed in its middle',
        'TV-EDGE-10',
        ps256,
        role,
      ),
      row('signature-last-bit', 'An ES256 signature with its last bit changed', 'TV-EDGE-10', es256, role),
      row('signature-last-bit', 'A MAC with its last bit changed', 'TV-EDGE-10', hs256, role, 'mac-last-bit'),
      row('signature-truncated', 'An RS256 signature without its last byte', 'TV-EDGE-10', rs256, {
        header: headerOf(rs256, { typ: 'JWT' }),
      }),
      row('signature-first-half', 'Half of a MAC', 'TV-EDGE-10', hs256, {
        header: headerOf(hs256, { typ: 'JWT' }),
      }),
      row('signature-extended', 'An ES256 signature with a zero byte behind it', 'TV-EDGE-10', es256, {
        header: headerOf(es256, { typ: 'JWT' }),
      }),
      row('signature-after-zero', 'An RS256 signature with a zero byte before it', 'TV-EDGE-10', rs256, {
        payload: {},
      }),
      row('signature-twice', 'A MAC written twice', 'TV-EDGE-10', hs256, { payload: {} }),
      row('signature-reversed', 'An ES384 signature in reverse', 'TV-EDGE-10', es384, { payload: {} }),
      row('signature-zero', 'An ES256 signature of zeros', 'TV-EDGE-10', es256, { payload: {} }),
      row(
        'signature-zero',
        'An RS256 signature of zeros',
        'TV-EDGE-10',
        rs256,
        { payload: { sub: 'user-1' } },
        'rsa-zero',
      ),
      row('r-zero', 'An ES256 signature whose R is zero', 'TV-EDGE-10', es256, {
        payload: { sub: 'user-1' },
      }),
      row('s-zero', 'An ES384 signature whose S is zero', 'TV-EDGE-10', es384, {
        payload: { sub: 'user-1' },
      }),
      row('halves-swapped', 'An ES256 signature with S before R', 'TV-EDGE-10', es256, {
        payload: { iss: 'a', sub: 'user-1' },
      }),
      row('signature-of-header', 'A signature of the header alone', 'TV-EDGE-10', hs256, {
        payload: { sub: 'user-1' },
      }),
      row('signature-of-payload', 'A signature of the payload alone', 'TV-EDGE-10', es384, role),
      row(
        'signature-of-decoded-parts',
        'A signature of the decoded header and payload',
        'TV-EDGE-10',
        rs256,
        { payload: { iss: 'a', sub: 'user-1' } },
      ),
      row(
        'signature-of-parts-without-dot',
        'A signature of the parts without their dot',
        'TV-EDGE-10',
        ps256,
      ),
      row(
        'signature-of-other-claims',
        'The signature of another token by the same key',
        'TV-EDGE-10',
        es256,
        { payload: { sub: 'user-1', aud: ['a'] } },
      ),
    ]),
};
