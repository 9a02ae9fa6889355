import { configurationPlans } from '../configurations.ts';
import { type ClassPlan, headerOf, inAuthorization, inferred, soundClaims, token } from '../plan.ts';

const { rs256, es256, hs256, ps256, es384 } = configurationPlans.mixed.slots;
const { other } = configurationPlans.ec.slots;
const { url, unicode, spaces, long, json, one } = configurationPlans.kids.slots;

/** The kid of the header: wrong ones, and right ones of unusual form. */
export const kidClass: ClassPlan = {
  name: 'kid',
  vectors: () => [
    ...inAuthorization('mixed', [
      [
        'kid-unknown',
        'A kid that no key has is refused',
        'TV-EDGE-1',
        'no_matching_key',
        token(rs256, { header: headerOf(rs256, { kid: 'nobody' }) }),
      ],
      [
        'kid-missing',
        'A header without kid is refused',
        'TV-EDGE-2',
        'no_matching_key',
        token(rs256, { header: headerOf(rs256, { kid: undefined }) }),
      ],
      [
        'kid-missing-of-only-key',
        'A header without kid is refused though one key alone has its algorithm',
        'TV-EDGE-2',
        'no_matching_key',
        token(hs256, { header: headerOf(hs256, { kid: undefined, typ: 'JWT' }) }),
      ],
      [
        'kid-empty',
        'An empty kid is refused',
        'TV-EDGE-1',
        'no_matching_key',
        token(es256, { header: headerOf(es256, { kid: '' }) }),
      ],
      [
        'kid-in-upper-case',
        'A kid in another case is refused',
        'TV-EDGE-1',
        'no_matching_key',
        token(es256, { header: headerOf(es256, { kid: 'ES256' }) }),
      ],
      [
        'kid-with-space',
        'A kid with a space behind it is refused',
        'TV-EDGE-1',
        'no_matching_key',
        token(es256, { header: headerOf(es256, { kid: 'es256 ' }) }),
      ],
      [
        'kid-beginning',
        'The beginning of a kid is refused',
        'TV-EDGE-1',
        'no_matching_key',
        token(es256, { header: headerOf(es256, { kid: 'es25' }) }),
      ],
      [
        'kid-continued',
        'A kid that goes on is refused',
        'TV-EDGE-1',
        'no_matching_key',
        token(es256, { header: headerOf(es256, { kid: 'es256\u0000' }) }),
      ],
      [
        'kid-null',
        'A kid that is null is refused',
        'TV-EDGE-2',
        'malformed_token',
        token(es256, { header: headerOf(es256, { kid: null }) }),
      ],
      [
        'kid-number',
        'A kid that is a number is refused',
        'TV-EDGE-1',
        'malformed_token',
        token(es256, { header: headerOf(es256, { kid: 256 }) }),
      ],
      [
        'kid-in-array',
        'A kid in an array is refused',
        'TV-EDGE-1',
        'malformed_token',
        token(es256, { header: headerOf(es256, { kid: ['es256'] }) }),
      ],
      [
        'kid-of-other-algorithm',
        'The kid of a key with another algorithm is refused',
        'TV-EDGE-3',
        'no_matching_key',
        token(es256, { header: headerOf(es256, { kid: 'rs256' }) }),
      ],
      [
        'kid-in-claims',
        'A kid among the claims is not looked at',
        'TV-EDGE-2',
        'no_matching_key',
        token(es256, {
          header: headerOf(es256, { kid: undefined }),
          payload: { ...soundClaims, kid: 'es256' },
        }),
      ],
      [
        'kid-under-other-name',
        'A header parameter named KID is not looked at',
        'TV-EDGE-2',
        'no_matching_key',
        token(es256, { header: headerOf(es256, { kid: undefined, KID: 'es256' }) }),
      ],
      [
        'kid-of-object-member',
        'The name of a member of every object is no kid',
        'TV-EDGE-1',
        'no_matching_key',
        token(es256, { header: headerOf(es256, { kid: 'constructor' }) }),
      ],
      [
        'kid-path',
        'A path as kid is refused',
        'TV-EDGE-1',
        'no_matching_key',
        token(hs256, { header: headerOf(hs256, { kid: '../../../dev/null' }), secret: 'no-bytes' }),
      ],
      [
        'kid-injection',
        'A piece of a query as kid is refused',
        'TV-EDGE-1',
        'no_matching_key',
        token(hs256, { header: headerOf(hs256, { kid: "' UNION SELECT 'secret" }), secret: 'password' }),
      ],
    ]),
    ...inferred(
      inAuthorization('mixed', [
        [
          'kid-repeated',
          'Of a kid that stands twice the last counts, and names no key',
          'TV-EDGE-1',
          'no_matching_key',
          token(es384, { header: '{"alg":"ES384","kid":"es384","kid":"nobody"}' }),
        ],
      ]),
    ),
    ...inAuthorization('ec', [
      [
        'kid-of-other-key',
        'The kid of another key with the same algorithm is refused',
        'TV-EDGE-7',
        'invalid_signature',
        token(other, { key: 'p256' }),
      ],
    ]),
    ...inAuthorization('kids', [
      ['kid-url', 'A URL as kid names its key', 'TV-ALG-9', 'valid', token(url)],
      ['kid-unicode', 'A kid outside ASCII names its key', 'TV-ALG-7', 'valid', token(unicode)],
      ['kid-words', 'A kid of several words names its key', 'TV-ALG-1', 'valid', token(spaces)],
      ['kid-long', 'A kid of 255 characters names its key', 'TV-ALG-10', 'valid', token(long)],
      ['kid-json', 'JSON as kid names its key', 'TV-ALG-11', 'valid', token(json)],
      ['kid-digit', 'A digit as kid names its key when it is text', 'TV-ALG-4', 'valid', token(one)],
      [
        'kid-digit-as-number',
        'A digit as kid names no key when it is a number',
        'TV-EDGE-1',
        'malformed_token',
        token(one, { header: headerOf(ps256, { kid: 1 }) }),
      ],
      [
        'kid-unicode-decomposed',
        'A kid that only looks the same is refused',
        'TV-EDGE-1',
        'no_matching_key',
        token(unicode, { header: headerOf(unicode, { kid: unicode.kid.normalize('NFD') }) }),
      ],
      [
        'kid-escaped',
        'A kid written with escapes names its key',
        'TV-ALG-7',
        'valid',
        token(unicode, { header: '{"alg":"ES256","kid":"schl\\u00fcssel-\\u9375-\\ud83d\\udd11"}' }),
      ],
    ]),
  ],
};
