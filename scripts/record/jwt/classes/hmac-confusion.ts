import { configurationPlans, type Slot } from '../configurations.ts';
import type { Recipe } from '../forge.ts';
import { type ClassPlan, headerOf, inAuthorization, type Row, token } from '../plan.ts';
import type { SecretForm } from '../secret-forms.ts';

const { rs256, es256, hs256 } = configurationPlans.mixed.slots;

/** A MAC whose secret is a public key, under the kid of that key. */
function confused(slot: Slot, secret: SecretForm, alg = 'HS256'): Recipe {
  return token(slot, { alg, secret, header: headerOf(slot, { alg }) });
}

function row(id: string, title: string, made: Recipe): Row {
  return [`hmac-${id}`, `${title} is refused`, 'TV-EDGE-13', 'no_matching_key', made];
}

/** Public keys in the place of HMAC secrets, and secrets taken wrongly. */
export const hmacConfusionClass: ClassPlan = {
  name: 'hmac_confusion',
  vectors: () =>
    inAuthorization('mixed', [
      row('spki-pem', 'HS256 with the PEM of an RSA key', confused(rs256, 'spki-pem')),
      row(
        'spki-pem-trimmed',
        'HS256 with the PEM of an RSA key without its last line end',
        confused(rs256, 'spki-pem-without-last-newline'),
      ),
      row(
        'spki-pem-crlf',
        'HS256 with the PEM of an RSA key with CR LF',
        confused(rs256, 'spki-pem-with-crlf'),
      ),
      row('spki-pem-body', 'HS256 with the body of the PEM of an RSA key', confused(rs256, 'spki-pem-body')),
      row('spki-der', 'HS256 with the DER of an RSA key', confused(rs256, 'spki-der')),
      row('pkcs1-pem', 'HS256 with the PKCS #1 PEM of an RSA key', confused(rs256, 'pkcs1-pem')),
      row('pkcs1-der', 'HS256 with the PKCS #1 DER of an RSA key', confused(rs256, 'pkcs1-der')),
      row('jwk', 'HS256 with the JWK of an RSA key', confused(rs256, 'jwk-json')),
      row('modulus', 'HS256 with the modulus of an RSA key', confused(rs256, 'modulus-bytes')),
      row('modulus-text', 'HS256 with the encoded modulus of an RSA key', confused(rs256, 'modulus-text')),
      row('exponent', 'HS256 with the exponent of an RSA key', confused(rs256, 'exponent-bytes')),
      row('hs384', 'HS384 with the PEM of an RSA key', confused(rs256, 'spki-pem', 'HS384')),
      row('hs512', 'HS512 with the PEM of an RSA key', confused(rs256, 'spki-pem', 'HS512')),
      row('ec-pem', 'HS256 with the PEM of an EC key', confused(es256, 'spki-pem')),
      row('ec-point', 'HS256 with the point of an EC key', confused(es256, 'uncompressed-point')),
      row('ec-x', 'HS256 with one coordinate of an EC key', confused(es256, 'x-bytes')),
      [
        'hmac-under-rs256',
        'A MAC under a header that says RS256 is refused',
        'TV-EDGE-7',
        'invalid_signature',
        token(rs256, { alg: 'HS256', secret: 'spki-pem' }),
      ],
      [
        'hmac-under-es256',
        'A MAC under a header that says ES256 is refused',
        'TV-EDGE-7',
        'invalid_signature',
        token(es256, { alg: 'HS512', secret: 'spki-pem' }),
      ],
      [
        'hmac-public-key-for-secret',
        'A MAC with a public key under the kid of an HMAC key is refused',
        'TV-EDGE-7',
        'invalid_signature',
        token(hs256, { key: 'rsa-2048', secret: 'spki-pem' }),
      ],
      [
        'hmac-encoded-secret',
        'A MAC with the encoded text of the secret is refused',
        'TV-EDGE-7',
        'invalid_signature',
        token(hs256, { secret: 'secret-text' }),
      ],
      [
        'hmac-hexadecimal-secret',
        'A MAC with the secret in hexadecimal is refused',
        'TV-EDGE-7',
        'invalid_signature',
        token(hs256, { secret: 'secret-hexadecimal' }),
      ],
      [
        'hmac-half-secret',
        'A MAC with half of the secret is refused',
        'TV-EDGE-7',
        'invalid_signature',
        token(hs256, { secret: 'secret-first-half' }),
      ],
      [
        'hmac-reversed-secret',
        'A MAC with the secret in reverse is refused',
        'TV-EDGE-7',
        'invalid_signature',
        token(hs256, { secret: 'secret-reversed' }),
      ],
      [
        'hmac-no-secret',
        'A MAC with an empty secret is refused',
        'TV-EDGE-7',
        'invalid_signature',
        token(hs256, { secret: 'no-bytes', header: headerOf(hs256, { typ: 'JWT' }) }),
      ],
      [
        'hmac-common-secret',
        'A MAC with a common password is refused',
        'TV-EDGE-7',
        'invalid_signature',
        token(hs256, { secret: 'password', header: headerOf(hs256, { typ: 'at+jwt' }) }),
      ],
      [
        'hmac-kid-for-rs256',
        'RS256 under the kid of an HMAC key is refused',
        'TV-EDGE-3',
        'no_matching_key',
        token(rs256, { key: 'rsa-2048-b', header: headerOf(rs256, { kid: 'hs256' }) }),
      ],
    ]),
};
