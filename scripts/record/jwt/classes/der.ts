import { configurationPlans, type Slot } from '../configurations.ts';
import type { FaultName } from '../faults.ts';
import { type ClassPlan, inAuthorization, type RecipeChange, type Row, token } from '../plan.ts';

const { es256, es384 } = configurationPlans.ec.slots;

function row(id: string, title: string, slot: Slot, fault: FaultName, change: RecipeChange = {}): Row {
  return [
    `der-${id}`,
    `${title} is refused`,
    'TV-EDGE-27',
    'invalid_signature',
    token(slot, { fault, ...change }),
  ];
}

/** ECDSA signatures in any form but the raw R || S of the right size. */
export const derClass: ClassPlan = {
  name: 'der',
  vectors: () =>
    inAuthorization('ec', [
      row('es256', 'An ES256 signature in DER', es256, 'der'),
      row('es384', 'An ES384 signature in DER', es384, 'der'),
      row('long-length', 'A DER signature with a length in two bytes', es256, 'der-with-long-length'),
      row('negative', 'A DER signature of negative integers', es256, 'der-without-signs', {
        payload: { jti: '2' },
      }),
      row(
        'bit-string',
        'A DER signature in a bit string, as certificates hold it',
        es256,
        'der-in-bit-string',
      ),
      row('hexadecimal', 'A DER signature in hexadecimal', es384, 'der-in-hexadecimal'),
      row('byte-behind', 'A DER signature with a byte behind it', es384, 'der-with-byte-behind'),
      row('raw-hexadecimal', 'A raw signature in hexadecimal', es256, 'raw-in-hexadecimal'),
      row('little-endian', 'A raw signature with its bytes in reverse', es256, 'raw-little-endian'),
      row('point-prefix', 'A raw signature behind the byte of a point', es256, 'raw-after-point-prefix'),
      row('recovery-byte', 'A raw signature with a recovery byte', es256, 'raw-with-recovery-byte'),
      row(
        'zero-before-each',
        'A raw signature of integers with a zero byte each',
        es256,
        'raw-with-zero-before-each',
      ),
      row('size-of-p384', 'An ES384 signature in the size of P-521', es384, 'raw-in-size-of-p521'),
      row('size-of-p256', 'An ES256 signature in the size of P-521', es256, 'raw-in-size-of-p521'),
      row('r-only', 'An ES384 signature without S', es384, 'raw-r-only'),
      row('sha384', 'An ES256 signature of a SHA-384 hash', es256, 'hash-of-es384'),
      row('sha256', 'An ES384 signature of a SHA-256 hash', es384, 'hash-of-es256'),
    ]),
};
