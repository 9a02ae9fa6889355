/** The keys of a signature algorithm and the verification of its signatures (RFC 7518, section 3). */
interface AlgorithmBase {
  /** Key import parameters of WebCrypto. */
  readonly importing: { readonly name: string; readonly hash: string } | EcKeyImportParams;
  /** Verification parameters of WebCrypto. */
  readonly verifying: AlgorithmIdentifier | RsaPssParams | EcdsaParams;
}

interface RsaAlgorithm extends AlgorithmBase {
  readonly kty: 'RSA';
}

interface EcAlgorithm extends AlgorithmBase {
  readonly kty: 'EC';
  readonly crv: Curve;
  /** Length of a signature, which is the raw R || S. */
  readonly signatureBytes: number;
}

interface HmacAlgorithm extends AlgorithmBase {
  readonly kty: 'oct';
  /** Length of a signature, which is the whole MAC. */
  readonly signatureBytes: number;
}

type Algorithm = RsaAlgorithm | EcAlgorithm | HmacAlgorithm;

export type Curve = 'P-256' | 'P-384';
export type RsaAlg = 'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512';
export type EcAlg = 'ES256' | 'ES384';
export type HmacAlg = 'HS256' | 'HS384' | 'HS512';

/** The eleven signature algorithms: seed token-validation, JSON Web Key. */
export type Alg = RsaAlg | EcAlg | HmacAlg;

function rsaPkcs1(hash: string): RsaAlgorithm {
  const name = 'RSASSA-PKCS1-v1_5';
  return { kty: 'RSA', importing: { name, hash }, verifying: { name } };
}

/** The salt has the length of the hash: RFC 7518, section 3.5. */
function rsaPss(hash: string, saltLength: number): RsaAlgorithm {
  const name = 'RSA-PSS';
  return { kty: 'RSA', importing: { name, hash }, verifying: { name, saltLength } };
}

function ecdsa(crv: Curve, hash: string, signatureBytes: number): EcAlgorithm {
  const name = 'ECDSA';
  return { kty: 'EC', crv, signatureBytes, importing: { name, namedCurve: crv }, verifying: { name, hash } };
}

function hmac(hash: string, signatureBytes: number): HmacAlgorithm {
  const name = 'HMAC';
  return { kty: 'oct', signatureBytes, importing: { name, hash }, verifying: { name } };
}

/** Each supported `alg` with its parameters. */
export const algorithms = {
  RS256: rsaPkcs1('SHA-256'),
  RS384: rsaPkcs1('SHA-384'),
  RS512: rsaPkcs1('SHA-512'),
  PS256: rsaPss('SHA-256', 32),
  PS384: rsaPss('SHA-384', 48),
  PS512: rsaPss('SHA-512', 64),
  ES256: ecdsa('P-256', 'SHA-256', 64),
  ES384: ecdsa('P-384', 'SHA-384', 96),
  HS256: hmac('SHA-256', 32),
  HS384: hmac('SHA-384', 48),
  HS512: hmac('SHA-512', 64),
} as const satisfies Record<Alg, Algorithm>;

/** Whether a value is one of the eleven algorithms, compared exactly as RFC 7515 section 4.1.1 requires. */
export function isAlg(value: string): value is Alg {
  return Object.hasOwn(algorithms, value);
}

/** The key type of an algorithm. */
export function getKty(alg: Alg): Algorithm['kty'] {
  return algorithms[alg].kty;
}

/** The algorithm of each supported curve, which is also its default: seed, JSON Web Key. */
export const curveAlg: Readonly<Record<Curve, EcAlg>> = { 'P-256': 'ES256', 'P-384': 'ES384' };

/** Whether a value names a supported curve. */
export function isCurve(value: string): value is Curve {
  return Object.hasOwn(curveAlg, value);
}
