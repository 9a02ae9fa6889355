import type { ViolationReason } from '../../../spec/violation-reasons.ts';
import { extractToken, parseCompactJws, readClaims, whyMalformed } from '../../engines/jwt/index.ts';
import type { StoredTokenConfig } from '../../world/records.ts';
import type { ZoneFacts } from '../pipeline.ts';
import { quote, shortened } from '../shown-text.ts';
import { whyNeverFound } from '../token-check.ts';
import { failed, inLine, type Line, noted, passed, skipped, type ZoneStep } from './step.ts';

type Facts = Pick<ZoneFacts, 'context' | 'leewaySeconds'>;

/** The check of one token configuration: each source, and for its token key, signature, claims and times. */
export function tokenStep(config: StoredTokenConfig, facts: Facts): ZoneStep {
  const { id, title, token_sources: sources } = config;
  const found = facts.context.verdicts.get(id);
  const bySource = sources.map((source, index) => sourceLines(source, index, config, facts));
  const name = `Token configuration ${quote(title)} (${id})`;
  const reasons = sources.flatMap((source) => {
    const why = whyNeverFound(source);
    return why === undefined ? [] : [`no request has ${source}, since ${why}`];
  });
  const step = (outcome: ZoneStep['outcome'], first: string, ...last: readonly string[]): ZoneStep => ({
    title: name,
    outcome,
    lines: bySource.flat(),
    reasons: [first, ...reasons, ...last].map((reason) => `${inLine(name)}: ${reason}`),
  });
  const verdict = found?.verdict;
  if (!verdict?.present) {
    const others = sources.filter((_, index) => found?.values[index] !== undefined);
    const none = `no token in ${sources.join(' or ')}`;
    return others.length === 0
      ? step('skipped', none)
      : step('skipped', none, `${others.join(' and ')} holds no JWT: send one alone, or after "Bearer "`);
  }
  const source = sources[verdict.sourceIndex];
  if (verdict.valid) return step('passed', `a valid token in ${source}`);
  const fault = bySource[verdict.sourceIndex]?.findLast(({ outcome }) => outcome === 'failed')?.text ?? '';
  return step('failed', `${verdict.reason} in ${source} (${fault})`);
}

function sourceLines(source: string, index: number, config: StoredTokenConfig, facts: Facts): Line[] {
  const found = facts.context.verdicts.get(config.id);
  const value = found?.values[index];
  if (!found || value === undefined) {
    const why = whyNeverFound(source);
    return [skipped(`${source} is not in the request${why === undefined ? '' : `: ${why}`}`)];
  }
  const extracted = extractToken(value);
  if (!extracted.present) {
    return [skipped(`${source} holds no JWT: send one alone, or after "Bearer "`)];
  }
  const { verdict } = found;
  const decided = verdict.present && verdict.sourceIndex === index;
  const refusal = verdict.present
    ? verdict.refusals.find(({ sourceIndex }) => sourceIndex === index)
    : undefined;
  if (!decided && !refusal) {
    return [skipped(`${source} was not read: an earlier source has a valid token`)];
  }
  const after = value === extracted.token ? '' : ' after "Bearer "';
  return [
    noted(`${source} has a token of ${extracted.token.length} characters${after}`),
    ...checkLines(extracted.token, refusal?.reason, config, facts),
  ];
}

/**
 * The checks of a token in their order, up to the one that failed.
 *
 * @param reason why the edge refused it; undefined for a valid token
 */
function checkLines(
  token: string,
  reason: ViolationReason | undefined,
  { keys }: StoredTokenConfig,
  { context, leewaySeconds }: Facts,
): Line[] {
  const jws = parseCompactJws(token);
  if (typeof jws === 'string') {
    return jws === 'malformed_token'
      ? [failed(`Form: ${whyMalformed(token)}`)]
      : [failed('Header: it has crit, or b64 other than true; no extension is understood')];
  }
  const { alg, kid } = jws.header;
  const lines = [
    passed('Form: three parts of base64url'),
    passed(`Header: alg ${shown(alg)}, kid ${shown(kid)}`),
  ];
  if (reason === 'no_matching_key') {
    const there = keys.map((key) => `kid ${shown(key.kid)} with ${key.alg}`).join(', ');
    return [...lines, failed(`Key: none has both this kid and this alg; there is ${there || 'none at all'}`)];
  }
  lines.push(passed(`Key: kid ${shown(kid)} with ${alg}`));
  if (reason === 'invalid_signature') {
    return [
      ...lines,
      failed(`Signature: the key ${shown(kid)} did not make it over this header and payload`),
    ];
  }
  lines.push(passed('Signature: made by this key'));
  const claims = readClaims(jws.payload)?.claims;
  if (!claims) return [...lines, failed('Claims: the payload is not a JSON object in UTF-8')];
  const times = { now: context.now, leewaySeconds };
  return [
    ...lines,
    passed('Claims: a JSON object'),
    timeLine('exp', claims['exp'], reason === 'token_expired', times),
    // `exp` is checked first.
    ...(reason === 'token_expired'
      ? []
      : [timeLine('nbf', claims['nbf'], reason === 'token_not_yet_valid', times)]),
  ];
}

interface Times {
  readonly now: number;
  readonly leewaySeconds: number;
}

/** A time of a token against the clock. */
function timeLine(
  name: 'exp' | 'nbf',
  value: unknown,
  isViolated: boolean,
  { now, leewaySeconds }: Times,
): Line {
  if (value === undefined) return skipped(`${name}: the token has none`);
  if (typeof value !== 'number' || !Number.isFinite(value)) return failed(`${name}: not a number`);
  const away = Math.round(Math.abs(value * 1000 - now) / 100) / 10;
  const where = value * 1000 > now ? 'after' : 'before';
  const leeway = leewaySeconds === 0 ? '' : `, with ${leewaySeconds} s of leeway`;
  const text = `${name}: ${toDate(value * 1000)}, ${away} s ${where} now (${toDate(now)})${leeway}`;
  return isViolated ? failed(text) : passed(text);
}

function toDate(milliseconds: number): string {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? String(milliseconds / 1000) : date.toISOString();
}

const shown = (value: string | undefined) => (value === undefined ? 'missing' : quote(shortened(value)));
