import { defineMutants } from '../mutant.ts';

/** JSON Web Keys: what is accepted, what is defaulted, what comes back. */
export const keyMutants = defineMutants([
  {
    id: 'takes-a-secret-of-31-bytes',
    requirement: 'TV-KEY-31',
    does: 'It takes secrets one byte too short for HS256.',
    file: 'mock/engines/jwt/key-types.ts',
    replace: 'if (bytes >= limit) return;',
    by: "if (bytes >= (alg === 'HS256' ? limit - 1 : limit)) return;",
  },
  {
    id: 'takes-any-new-secret-for-a-known-key',
    requirement: 'TV-KEY-31',
    does: 'It does not look at the secret that a PATCH sends for a stored key.',
    file: 'mock/engines/jwt/key-types.ts',
    replace: 'checkSecret(index, alg, k);',
    by: 'if (!kept) checkSecret(index, alg, k);',
  },
  {
    id: 'defaults-p384-keys-to-es256',
    requirement: 'TV-KEY-39',
    does: 'It takes every EC key without an algorithm for one of ES256.',
    file: 'mock/engines/jwt/normalize-keys.ts',
    replace: 'if (crv !== undefined && isCurve(crv)) return curveAlg[crv];',
    by: "if (crv !== undefined && isCurve(crv)) return 'ES256';",
  },
]);
