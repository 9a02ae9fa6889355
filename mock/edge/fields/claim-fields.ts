import type { Value } from '../../engines/expressions/index.ts';
import type { TokenVerdicts } from '../token-check.ts';
import type { Field, Fields } from './field.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Values of one claim, or nothing where the token has it not in a form that the field takes. */
type ReadClaim<T extends Value> = (claims: Claims) => readonly T[];

const textClaim =
  (name: string): ReadClaim<string> =>
  (claims) =>
    typeof claims[name] === 'string' ? [claims[name]] : [];

/** A text, or a list of texts: RFC 7519, section 4.1.3. */
const audience: ReadClaim<string> = ({ aud }) => {
  const values = Array.isArray(aud) ? aud : [aud];
  return values.filter((value) => typeof value === 'string');
};

/** Whole seconds; a fraction is cut off (RFC 7519, section 2: NumericDate). */
const timeClaim =
  (name: string): ReadClaim<number> =>
  (claims) => {
    const value = claims[name];
    const seconds = typeof value === 'number' ? Math.floor(value) : Number.NaN;
    return Number.isSafeInteger(seconds) ? [seconds] : [];
  };

/** Values of a claim by configuration, for the verified tokens that have it. */
function byConfig<T extends Value>(verdicts: TokenVerdicts, read: ReadClaim<T>): Map<string, readonly T[]> {
  const found = new Map<string, readonly T[]>();
  for (const [configId, { verdict }] of verdicts) {
    if (!verdict.valid) continue;
    const values = read(verdict.claims);
    if (values.length > 0) found.set(configId, values);
  }
  return found;
}

function claim<T extends Value>(name: string, read: ReadClaim<T>): Fields {
  const field = `http.request.jwt.claims.${name}`;
  return {
    [field]: ({ verdicts }) => byConfig(verdicts, read),
    [`${field}.names`]: ({ verdicts }) => [...byConfig(verdicts, read).keys()],
    [`${field}.values`]: ({ verdicts }) => [...byConfig(verdicts, read).values()].flat(),
  };
}

/** The whole payload as it was sent, by configuration. */
const payloads: Field = ({ verdicts }) => {
  const found = new Map<string, readonly string[]>();
  for (const [configId, { verdict }] of verdicts) {
    if (verdict.valid) found.set(configId, [verdict.claimsText]);
  }
  return found;
};

/** Claims of verified tokens, by id of the configuration: fact sheet token-validation, section 8. */
export const claimFields: Fields = {
  'http.request.jwt.claims': payloads,
  ...claim('aud', audience),
  ...claim('iss', textClaim('iss')),
  ...claim('sub', textClaim('sub')),
  ...claim('jti', textClaim('jti')),
  ...claim('iat.sec', timeClaim('iat')),
  ...claim('nbf.sec', timeClaim('nbf')),
};
