import { defineMutants, mutant } from '../mutant.ts';

/** The handling of tokens at the edge. */
export const edgeMutants = defineMutants([
  mutant('TV-EDGE-15', 'forgets-that-tokens-expire', {
    file: 'mock/engines/jwt/verify-token.ts',
    replace: "if (exp !== undefined && seconds >= exp + leewaySeconds) return 'token_expired';",
    by: '',
  }),
  mutant('TV-EDGE-24', 'forgives-no-clock-mismatch', {
    setting: 'leeway',
    file: 'mock/engines/jwt/verify-token.ts',
    replace: 'seconds >= exp + leewaySeconds',
    by: 'seconds >= exp',
  }),
]);

const normalize = 'mock/engines/jwt/normalize-keys.ts';
const hmac = 'mock/engines/jwt/key-types.ts';
const check = 'mock/edge/token-check.ts';

const keptSecret = 'secrets.get(getIdentity(alg, kid))';

/** The effect of a changed key set on tokens. */
export const edgeCredentialMutants = defineMutants([
  mutant('TV-CRED-20', 'verifies-with-public-keys-that-were-removed', {
    file: check,
    replace: 'const compiled = new Recent<StoredTokenConfig, Compiled>();',
    by: 'const compiled = new Recent<StoredTokenConfig, Compiled>(); const known = new Map();',
    and: [
      {
        file: check,
        replace: 'await importKeys(config.keys)',
        by: "await importKeys([...config.keys, ...(known.get(config.id) ?? [])]); known.set(config.id, config.keys.filter(({ kty }) => kty !== 'oct'))",
      },
    ],
  }),
  mutant('TV-CRED-20', 'verifies-with-the-first-key-of-a-name', {
    file: check,
    replace: 'const compiled = new Recent<StoredTokenConfig, Compiled>();',
    by: 'const compiled = new Recent<StoredTokenConfig, Compiled>(); const known = new Map();',
    and: [
      {
        file: check,
        replace: 'await importKeys(config.keys)',
        by: 'await importKeys(config.keys.map((key) => { const name = [config.id, key.kid, key.alg].join(); if (!known.has(name)) known.set(name, key); return known.get(name); }))',
      },
    ],
  }),
  mutant('TV-CRED-21', 'sees-no-keys-that-were-added', {
    file: check,
    replace: 'new Recent<StoredTokenConfig, Compiled>()',
    by: 'new Map()',
    and: [
      {
        file: check,
        replace: 'compiled.set(config, result)',
        by: 'compiled.set(config.id + config.keys[0]?.kid, result)',
      },
      {
        file: check,
        replace: 'compiled.get(config)',
        by: 'compiled.get(config.id + config.keys[0]?.kid)',
      },
    ],
  }),
  mutant('TV-CRED-22', 'makes-a-new-secret-where-none-is-sent', {
    file: hmac,
    replace: 'if (kept) return kept;',
    by: "if (kept) return { ...kept, k: 'A'.repeat(kept.k.length) };",
  }),
  mutant('TV-CRED-22', 'mixes-up-secrets-of-one-algorithm', {
    file: normalize,
    replace: keptSecret,
    by: 'secrets.has(getIdentity(alg, kid)) ? { ...[...secrets.values()].find((key) => key.alg === alg), kid } : undefined',
  }),
  mutant('TV-CRED-22', 'mixes-up-secrets-of-one-kid', {
    file: normalize,
    replace: keptSecret,
    by: 'secrets.has(getIdentity(alg, kid)) ? { ...[...secrets.values()].find((key) => key.kid === kid), alg } : undefined',
  }),
  mutant('TV-CRED-23', 'never-changes-a-stored-secret', {
    file: hmac,
    replace: "return { kty: 'oct', kid, alg, k };",
    by: "return { kty: 'oct', kid, alg, k: kept?.k ?? k };",
  }),
  mutant('TV-CRED-24', 'sees-no-new-secrets-at-the-edge', {
    file: check,
    replace: 'new Recent<StoredTokenConfig, Compiled>()',
    by: 'new Map()',
    and: [
      {
        file: check,
        replace: 'compiled.set(config, result)',
        by: 'compiled.set(config.id + config.keys.map(({ kid }) => kid), result)',
      },
      {
        file: check,
        replace: 'compiled.get(config)',
        by: 'compiled.get(config.id + config.keys.map(({ kid }) => kid))',
      },
    ],
  }),
  mutant('TV-CRED-25', 'verifies-with-secrets-that-were-left-out', {
    file: check,
    replace: 'const compiled = new Recent<StoredTokenConfig, Compiled>();',
    by: 'const compiled = new Recent<StoredTokenConfig, Compiled>(); const known = new Map();',
    and: [
      {
        file: check,
        replace: 'await importKeys(config.keys)',
        by: "await importKeys([...config.keys, ...(known.get(config.id) ?? [])]); known.set(config.id, config.keys.filter(({ kty }) => kty === 'oct'))",
      },
    ],
  }),
]);

const pipeline = 'mock/edge/pipeline.ts';
const rules = 'mock/edge/token-rules.ts';

/** Records of tokens that rules require. */
export const tokenEventMutants = defineMutants([
  mutant('TV-EVT-1', 'records-nothing-that-it-blocks', {
    file: pipeline,
    replace: "outcome: 'token-refused', facts, findings: all",
    by: "outcome: 'token-refused', facts, findings",
  }),
  mutant('TV-EVT-2', 'records-nothing-that-passes', {
    file: pipeline,
    replace: 'const all = tokenFinding ?',
    by: "const all = tokenFinding?.action === 'block' ?",
  }),
  mutant('TV-EVT-3', 'gives-reasons-for-missing-tokens-alone', {
    file: 'mock/edge/token-check.ts',
    replace: 'if (verdict?.valid) continue;',
    by: 'if (verdict?.present) continue;',
  }),
  mutant('TV-EVT-4', 'describes-violations-in-a-text', {
    file: 'mock/edge/security-event.ts',
    replace: 'token_validation_violations: violations',
    by: "token_validation_violations: [], description: violations.map(({ reason }) => reason).join(', ')",
  }),
  mutant('TV-EVT-5', 'records-valid-tokens-as-violations', {
    file: rules,
    replace: 'if (compiled.filter.evaluate(context))',
    by: "if (compiled.filter.evaluate(context) && rule.action !== 'log')",
    and: [{ file: 'mock/edge/token-check.ts', replace: 'if (verdict?.valid) continue;', by: '' }],
  }),
]);
