import { defineMutants } from '../mutant.ts';

const table = 'mock/engines/jwt/algorithms.ts';

/** One line of the table of algorithms, wrong. */
const inTable = (replace: string, by: string) => ({ file: table, replace, by });

/** Public keys are imported by their algorithm, and an RSA key of PKCS #1 verifies with the hash of its import. */
const imported = (alg: string, as: string) => ({
  file: 'mock/engines/jwt/key-set.ts',
  replace: '{ ...stored }, stored.alg)',
  by: `{ ...stored, alg: undefined }, stored.alg === '${alg}' ? '${as}' : stored.alg)`,
});

/** Each algorithm, verified with a parameter that is not its own. */
export const algorithmMutants = defineMutants([
  {
    id: 'verifies-rs256-as-pss',
    requirement: 'TV-ALG-1',
    does: 'It verifies RS256 as if it were PS256.',
    ...inTable("RS256: rsaPkcs1('SHA-256')", "RS256: rsaPss('SHA-256', 32)"),
  },
  {
    id: 'hashes-rs384-with-256-bits',
    requirement: 'TV-ALG-2',
    does: 'It imports keys of RS384 as keys of RS256.',
    ...imported('RS384', 'RS256'),
  },
  {
    id: 'hashes-rs512-with-384-bits',
    requirement: 'TV-ALG-3',
    does: 'It imports keys of RS512 as keys of RS384.',
    ...imported('RS512', 'RS384'),
  },
  {
    id: 'salts-ps256-with-20-bytes',
    requirement: 'TV-ALG-4',
    does: 'It takes the salt of PS256 to be as long as a SHA-1.',
    ...inTable("rsaPss('SHA-256', 32)", "rsaPss('SHA-256', 20)"),
  },
  {
    id: 'salts-ps384-with-32-bytes',
    requirement: 'TV-ALG-5',
    does: 'It takes the salt of PS384 to be as long as that of PS256.',
    ...inTable("rsaPss('SHA-384', 48)", "rsaPss('SHA-384', 32)"),
  },
  {
    id: 'salts-ps512-with-32-bytes',
    requirement: 'TV-ALG-6',
    does: 'It takes the salt of PS512 to be as long as that of PS256.',
    ...inTable("rsaPss('SHA-512', 64)", "rsaPss('SHA-512', 32)"),
  },
  {
    id: 'hashes-es256-with-384-bits',
    requirement: 'TV-ALG-7',
    does: 'It verifies ES256 with the hash of ES384.',
    ...inTable("ecdsa('P-256', 'SHA-256', 64)", "ecdsa('P-256', 'SHA-384', 64)"),
  },
  {
    id: 'expects-es384-signatures-of-64-bytes',
    requirement: 'TV-ALG-8',
    does: 'It takes the signatures of ES384 to be as long as those of ES256.',
    ...inTable("ecdsa('P-384', 'SHA-384', 96)", "ecdsa('P-384', 'SHA-384', 64)"),
  },
  {
    id: 'hashes-hs256-with-384-bits',
    requirement: 'TV-ALG-9',
    does: 'It verifies HS256 with the hash of HS384.',
    ...inTable("hmac('SHA-256', 32)", "hmac('SHA-384', 48)"),
  },
  {
    id: 'hashes-hs384-with-512-bits',
    requirement: 'TV-ALG-10',
    does: 'It takes HS384 to be a SHA-512 that is cut off.',
    ...inTable("hmac('SHA-384', 48)", "hmac('SHA-512', 48)"),
  },
  {
    id: 'expects-hs512-of-32-bytes',
    requirement: 'TV-ALG-11',
    does: 'It takes the MACs of HS512 to be as long as those of HS256.',
    ...inTable("hmac('SHA-512', 64)", "hmac('SHA-512', 32)"),
  },
]);
