import type { RequirementId } from '../../../../spec/requirement.ts';
import { configurationPlans, type Slot } from '../configurations.ts';
import type { FaultName } from '../faults.ts';
import { type ClassPlan, inAuthorization, type RecipeChange, type Row, token } from '../plan.ts';

const pkcs1 = configurationPlans['rsa-pkcs1'].slots;
const pss = configurationPlans['rsa-pss'].slots;

function row(
  id: string,
  title: string,
  requirement: RequirementId,
  slot: Slot,
  fault: FaultName,
  change: RecipeChange = {},
): Row {
  return [
    `rsa-padding-${id}`,
    `${title} is refused`,
    requirement,
    'invalid_signature',
    token(slot, { fault, ...change }),
  ];
}

/** RSA signatures padded otherwise than RFC 7518, sections 3.3 and 3.5, say. */
export const rsaPaddingClass: ClassPlan = {
  name: 'rsa_padding',
  vectors: () => [
    ...inAuthorization('rsa-pss', [
      row('no-salt', 'PS256 without a salt', 'TV-EDGE-28', pss['PS256-2048'], 'pss-without-salt'),
      row(
        'salt-of-20',
        'PS256 with a salt of 20 bytes',
        'TV-EDGE-28',
        pss['PS256-2048'],
        'pss-salt-of-20-bytes',
      ),
      row(
        'short-salt-256',
        'PS256 with a salt one byte short',
        'TV-EDGE-28',
        pss['PS256-3072'],
        'pss-salt-one-byte-short',
      ),
      row(
        'short-salt-512',
        'PS512 with a salt one byte short',
        'TV-EDGE-28',
        pss['PS512-4096'],
        'pss-salt-one-byte-short',
      ),
      row('longest-salt', 'PS384 with the longest salt', 'TV-EDGE-28', pss['PS384-2048'], 'pss-longest-salt'),
      row(
        'salt-of-256',
        'PS384 with the salt length of PS256',
        'TV-EDGE-28',
        pss['PS384-3072'],
        'pss-salt-of-32-bytes',
      ),
      row('mask-of-sha1', 'PS256 with a mask by SHA-1', 'TV-EDGE-7', pss['PS256-4096'], 'pss-mask-of-sha1'),
      row(
        'pkcs1-for-pss',
        'A PKCS #1 signature under PS256',
        'TV-EDGE-7',
        pss['PS256-2048'],
        'pkcs1-for-pss',
      ),
    ]),
    ...inAuthorization('rsa-pkcs1', [
      row('pss-for-pkcs1', 'A PSS signature under RS256', 'TV-EDGE-7', pkcs1['RS256-2048'], 'pss-for-pkcs1'),
      row('sha1', 'A SHA-1 signature under RS256', 'TV-EDGE-7', pkcs1['RS256-2048'], 'pkcs1-of-sha1'),
      row('sha512', 'A SHA-512 signature under RS256', 'TV-EDGE-7', pkcs1['RS256-3072'], 'pkcs1-of-sha512'),
      row(
        'no-digest-info',
        'An RS256 signature that names no hash',
        'TV-EDGE-7',
        pkcs1['RS256-2048'],
        'pkcs1-without-digest-info',
      ),
      row(
        'no-null',
        'An RS256 signature without the NULL of its hash',
        'TV-EDGE-7',
        pkcs1['RS256-2048'],
        'pkcs1-without-null',
      ),
      row(
        'garbage',
        'An RS384 signature with garbage behind its hash',
        'TV-EDGE-7',
        pkcs1['RS384-3072'],
        'pkcs1-with-garbage-behind-hash',
      ),
      row(
        'plus-modulus',
        'An RS256 signature with the modulus added',
        'TV-EDGE-10',
        pkcs1['RS256-2048'],
        'signature-plus-modulus',
      ),
    ]),
  ],
};
