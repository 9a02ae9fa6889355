import { defineMutants } from '../mutant.ts';

/** What happens to tokens at the edge. */
export const edgeMutants = defineMutants([
  {
    id: 'forgets-that-tokens-expire',
    requirement: 'TV-EDGE-15',
    does: 'It never looks at exp.',
    file: 'mock/engines/jwt/verify-token.ts',
    replace: "if (exp !== undefined && seconds >= exp + leewaySeconds) return 'token_expired';",
    by: '',
  },
  {
    id: 'forgives-no-clock-mismatch',
    requirement: 'TV-EDGE-24',
    does: 'It claims a leeway and gives exp none.',
    setting: 'leeway',
    file: 'mock/engines/jwt/verify-token.ts',
    replace: 'seconds >= exp + leewaySeconds',
    by: 'seconds >= exp',
  },
]);

const normalize = 'mock/engines/jwt/normalize-keys.ts';
const hmac = 'mock/engines/jwt/key-types.ts';
const check = 'mock/edge/token-check.ts';

const keptSecret = 'secrets.get(identityOf(alg, kid))';

/** What a changed key set means for tokens. */
export const edgeCredentialMutants = defineMutants([
  {
    id: 'verifies-with-public-keys-that-were-removed',
    requirement: 'TV-CRED-20',
    does: 'It goes on verifying with the public keys that a configuration had before.',
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
  },
  {
    id: 'verifies-with-the-first-key-of-a-name',
    requirement: 'TV-CRED-20',
    does: 'It goes on verifying with a key in whose place a PUT has set one of the same name.',
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
  },
  {
    id: 'sees-no-keys-that-were-added',
    requirement: 'TV-CRED-21',
    does: 'It compiles a configuration anew when its first key is another one.',
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
  },
  {
    id: 'sees-no-keys-that-were-rotated',
    requirement: 'TV-CRED-21',
    does: 'It does not see that a PUT has set another key in place of one of the same name.',
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
  },
  {
    id: 'makes-a-new-secret-where-none-is-sent',
    requirement: 'TV-CRED-22',
    does: 'It gives a key whose secret a PATCH leaves out another one.',
    file: hmac,
    replace: 'if (kept) return kept;',
    by: "if (kept) return { ...kept, k: 'A'.repeat(kept.k.length) };",
  },
  {
    id: 'mixes-up-secrets-of-one-algorithm',
    requirement: 'TV-CRED-22',
    does: 'It gives every key whose secret a PATCH leaves out the first one of its algorithm.',
    file: normalize,
    replace: keptSecret,
    by: 'secrets.has(identityOf(alg, kid)) ? { ...[...secrets.values()].find((key) => key.alg === alg), kid } : undefined',
  },
  {
    id: 'mixes-up-secrets-of-one-kid',
    requirement: 'TV-CRED-22',
    does: 'It gives every key whose secret a PATCH leaves out the first one of its kid.',
    file: normalize,
    replace: keptSecret,
    by: 'secrets.has(identityOf(alg, kid)) ? { ...[...secrets.values()].find((key) => key.kid === kid), alg } : undefined',
  },
  {
    id: 'never-changes-a-stored-secret',
    requirement: 'TV-CRED-23',
    does: 'It keeps the stored secret although a PATCH sends another one.',
    file: hmac,
    replace: "return { kty: 'oct', kid, alg, k };",
    by: "return { kty: 'oct', kid, alg, k: kept?.k ?? k };",
  },
  {
    id: 'sees-no-new-secrets-at-the-edge',
    requirement: 'TV-CRED-24',
    does: 'It compiles a configuration anew when its keys have other names.',
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
  },
  {
    id: 'verifies-with-secrets-that-were-left-out',
    requirement: 'TV-CRED-25',
    does: 'It goes on verifying with the secrets that a configuration had before.',
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
  },
]);

const pipeline = 'mock/edge/pipeline.ts';
const rules = 'mock/edge/token-rules.ts';

/** What is recorded about tokens that rules ask for. */
export const tokenEventMutants = defineMutants([
  {
    id: 'records-nothing-that-it-blocks',
    requirement: 'TV-EVT-1',
    does: 'It records nothing about a request that a token rule stops.',
    file: pipeline,
    replace: "outcome: 'token-refused', facts, findings: all",
    by: "outcome: 'token-refused', facts, findings",
  },
  {
    id: 'records-nothing-that-passes',
    requirement: 'TV-EVT-2',
    does: 'It records what a token rule acts on where that is stopped alone.',
    file: pipeline,
    replace: 'const all = tokenFinding ?',
    by: "const all = tokenFinding?.action === 'block' ?",
  },
  {
    id: 'gives-reasons-for-missing-tokens-alone',
    requirement: 'TV-EVT-3',
    does: 'It records no reason about a token that is there and not valid.',
    file: 'mock/edge/token-check.ts',
    replace: 'if (verdict?.valid) continue;',
    by: 'if (verdict?.present) continue;',
  },
  {
    id: 'describes-violations-in-a-text',
    requirement: 'TV-EVT-4',
    does: 'It writes the reasons of a violation into the description of the event.',
    file: 'mock/edge/security-event.ts',
    replace: 'token_validation_violations: violations',
    by: "token_validation_violations: [], description: violations.map(({ reason }) => reason).join(', ')",
  },
  {
    id: 'logs-every-request-of-a-logging-rule',
    requirement: 'TV-EVT-5',
    does: 'It records every request that a logging rule covers.',
    file: rules,
    replace: 'if (satisfiedBy(context))',
    by: "if (satisfiedBy(context) && rule.action !== 'log')",
  },
]);
