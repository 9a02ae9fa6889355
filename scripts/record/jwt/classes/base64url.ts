import type { RequirementId } from '../../../../spec/requirement.ts';
import { configurationPlans, type Slot } from '../configurations.ts';
import type { FaultName } from '../faults.ts';
import { type ClassPlan, inAuthorization, type RecipeChange, type Row, soundClaims, token } from '../plan.ts';

const { rs256, es256, es384, hs256, ps256 } = configurationPlans.mixed.slots;

const PADDING = 'TV-EDGE-39';
const STRAY_BITS = 'TV-EDGE-40';
const ALPHABET = 'TV-EDGE-41';

function row(
  fault: FaultName,
  title: string,
  requirement: RequirementId,
  slot: Slot,
  change: RecipeChange = {},
): Row {
  return [
    `base64url-${fault}`,
    `${title} is refused`,
    requirement,
    'malformed_token',
    token(slot, { fault, ...change }),
  ];
}

/** Encodes to a text that holds `-` and `_`. */
const DASHES = '>>>>????';

/** Encodings that are not canonical, unpadded base64url. */
export const base64urlClass: ClassPlan = {
  name: 'base64url',
  vectors: () =>
    inAuthorization('mixed', [
      row('header-padded', 'A padded header', PADDING, hs256, {
        header: { alg: 'HS256', kid: 'hs256', typ: 'JWT' },
      }),
      row('payload-padded', 'A padded payload', PADDING, es256, { payload: { ...soundClaims, a: 'b' } }),
      row('signature-padded', 'A padded signature', PADDING, rs256),
      row('signature-of-many-pads', 'A signature with four pads too many', PADDING, ps256),
      row('header-stray-bits', 'A header with stray bits', STRAY_BITS, rs256, {
        header: { alg: 'RS256', kid: 'rs256', typ: 'JWT' },
      }),
      row('payload-stray-bits', 'A payload with stray bits', STRAY_BITS, hs256, {
        payload: { ...soundClaims, a: 'b' },
      }),
      row('signature-stray-bits', 'A signature with stray bits', STRAY_BITS, es256),
      row('header-standard-alphabet', 'A header in the standard alphabet', ALPHABET, es256, {
        header: { alg: 'ES256', kid: 'es256', typ: DASHES },
      }),
      row('payload-standard-alphabet', 'A payload in the standard alphabet', ALPHABET, rs256, {
        payload: { ...soundClaims, note: DASHES },
      }),
      row('signature-standard-alphabet', 'A signature in the standard alphabet', ALPHABET, ps256),
      row('header-with-space', 'A header with a space inside', ALPHABET, hs256),
      row('payload-with-space', 'A payload with a space inside', ALPHABET, hs256),
      row('signature-with-space', 'A signature with a space inside', ALPHABET, rs256),
      row('signature-with-tab', 'A signature with a tab inside', ALPHABET, es256),
      row('signature-with-equals-inside', 'A signature with a pad inside', PADDING, es256),
      row('signature-with-tilde', 'A signature with a tilde', ALPHABET, hs256),
      row('signature-with-letter-outside-ascii', 'A signature with a letter outside ASCII', ALPHABET, hs256),
      row('signature-percent-encoded', 'A percent-encoded signature', ALPHABET, rs256),
      row(
        'signature-with-lone-character',
        'A signature of a length that no bytes encode to',
        ALPHABET,
        es256,
      ),
      [
        'base64url-signature-in-lower-case',
        'A signature in lower case is refused',
        'TV-EDGE-10',
        'invalid_signature',
        token(es384, { fault: 'signature-in-lower-case' }),
      ],
    ]),
};
