import { configurationPlans } from '../configurations.ts';
import { type ClassPlan, headerOf, inAuthorization, inferred, soundClaims, token } from '../plan.ts';

const { rs256, es256, hs256, ps256, es384 } = configurationPlans.mixed.slots;

/** Tokens without protection: the algorithm none and signatures that are not there. */
export const noneClass: ClassPlan = {
  name: 'none',
  vectors: () => [
    ...inAuthorization('mixed', [
      [
        'none-unsigned',
        'The algorithm none without a signature is refused',
        'TV-EDGE-12',
        'malformed_token',
        token(rs256, { header: headerOf(rs256, { alg: 'none' }), fault: 'signature-empty' }),
      ],
      [
        'none-capitalised',
        'None without a signature is refused',
        'TV-EDGE-12',
        'malformed_token',
        token(rs256, { header: headerOf(rs256, { alg: 'None' }), fault: 'signature-empty' }),
      ],
      [
        'none-in-upper-case',
        'NONE without a signature is refused',
        'TV-EDGE-12',
        'malformed_token',
        token(rs256, { header: headerOf(rs256, { alg: 'NONE' }), fault: 'signature-empty' }),
      ],
      [
        'none-in-mixed-case',
        'nOnE without a signature is refused',
        'TV-EDGE-12',
        'malformed_token',
        token(rs256, { header: headerOf(rs256, { alg: 'nOnE' }), fault: 'signature-empty' }),
      ],
      [
        'none-with-space',
        'none and a space without a signature is refused',
        'TV-EDGE-12',
        'malformed_token',
        token(es256, { header: headerOf(es256, { alg: 'none ' }), fault: 'signature-empty' }),
      ],
      [
        'none-with-zero-byte',
        'none and a zero character without a signature is refused',
        'TV-EDGE-12',
        'malformed_token',
        token(es256, { header: headerOf(es256, { alg: 'none\u0000' }), fault: 'signature-empty' }),
      ],
      [
        'none-without-last-dot',
        'The algorithm none in two parts is refused',
        'TV-EDGE-12',
        'malformed_token',
        token(rs256, { header: headerOf(rs256, { alg: 'none' }), fault: 'signature-missing' }),
      ],
      [
        'none-without-kid',
        'The algorithm none without kid is refused',
        'TV-EDGE-12',
        'malformed_token',
        token(rs256, { header: headerOf(rs256, { alg: 'none', kid: undefined }), fault: 'signature-empty' }),
      ],
      [
        'none-with-signature',
        'The algorithm none over a signature by a configured key is refused',
        'TV-EDGE-12',
        'no_matching_key',
        token(es256, { header: headerOf(es256, { alg: 'none' }) }),
      ],
      [
        'none-with-mac',
        'The algorithm none over a MAC with a configured secret is refused',
        'TV-EDGE-12',
        'no_matching_key',
        token(hs256, { header: headerOf(hs256, { alg: 'none', typ: 'JWT' }) }),
      ],
      [
        'none-with-one-byte',
        'The algorithm none with a signature of one byte is refused',
        'TV-EDGE-12',
        'no_matching_key',
        token(rs256, { header: headerOf(rs256, { alg: 'none' }), fault: 'signature-one-byte' }),
      ],
      [
        'none-without-alg',
        'A header without alg and without a signature is refused',
        'TV-EDGE-11',
        'malformed_token',
        token(rs256, { header: headerOf(rs256, { alg: undefined }), fault: 'signature-empty' }),
      ],
      [
        'none-rs256-unsigned',
        'RS256 without a signature is refused',
        'TV-EDGE-11',
        'malformed_token',
        token(rs256, { fault: 'signature-empty' }),
      ],
      [
        'none-hs256-unsigned',
        'HS256 without a signature is refused',
        'TV-EDGE-11',
        'malformed_token',
        token(hs256, { fault: 'signature-empty' }),
      ],
      [
        'none-ps256-two-parts',
        'PS256 in two parts is refused',
        'TV-EDGE-11',
        'malformed_token',
        token(ps256, { fault: 'signature-missing' }),
      ],
      [
        'none-es256-one-byte',
        'ES256 with a signature of one zero byte is refused',
        'TV-EDGE-10',
        'invalid_signature',
        token(es256, { fault: 'signature-one-byte' }),
      ],
      [
        'none-in-claims-only',
        'A claim that says alg is none changes nothing',
        'TV-ALG-7',
        'valid',
        token(es256, { payload: { ...soundClaims, alg: 'none' } }),
      ],
    ]),
    ...inferred(
      inAuthorization('mixed', [
        [
          'none-after-right-alg',
          'Of an alg that stands twice the last counts, and is none',
          'TV-EDGE-12',
          'no_matching_key',
          token(es384, { header: '{"alg":"ES384","alg":"none","kid":"es384"}' }),
        ],
      ]),
    ),
  ],
};
