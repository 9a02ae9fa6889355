import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import type { Config } from '../harness/creation.ts';
import type { EdgeReply, EdgeRequest } from '../harness/edge.ts';
import { ConformanceFailure, joinFailures } from '../harness/errors.ts';
import { createWithKeys, getKeys, makeRule } from './requests.ts';
import type { SigningKey } from './signing-key.ts';

export type Headers = NonNullable<EdgeRequest['headers']>;

/** The default source of guards. */
export const authorization = 'http.request.headers["authorization"][0]';

/** The header that carries a token to {@link authorization}. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** An operation with a blocking rule about one configuration. */
export interface Guard {
  readonly config: Config;
  readonly path: string;
  /** Fails unless a request with these headers reaches the origin. */
  admits(headers: Headers, what?: string): Promise<EdgeReply>;
  /** Fails unless a request with these headers is blocked. */
  blocks(headers: Headers, what?: string): Promise<EdgeReply>;
}

export interface GuardOptions {
  readonly keys: readonly Pick<SigningKey, 'jwk'>[];
  readonly sources?: readonly string[];
  /** Expression of the rule; by default `is_jwt_valid` of the configuration. */
  readonly expression?: (configId: string) => string;
  /** Label of the host, for a second guard in one test. */
  readonly host?: string;
}

export const isJwtValid = (configId: string) => `is_jwt_valid("${configId}")`;
export const isJwtPresent = (configId: string) => `is_jwt_present("${configId}")`;

/**
 * Saves an operation, creates a configuration, and blocks what does not satisfy the expression.
 *
 * @example
 * const key = await newKey('ES256');
 * const { admits, blocks } = await guard(t, { keys: [key] });
 * await admits(bearer(await key.sign()));
 * await blocks({});
 */
export async function guard(
  t: TestContext,
  { keys, sources = [authorization], expression = isJwtValid, host = 'api' }: GuardOptions,
): Promise<Guard> {
  const [{ host: hostname, path }] = await t.operations({ label: host });
  const config = await t.config({
    token_sources: [...sources],
    credentials: { keys: keys.map(({ jwk }) => jwk) },
  });
  await makeRule(t, {
    action: 'block',
    expression: expression(config.id),
    selector: { include: [{ host: [hostname] }] },
  });
  const request = (headers: Headers): EdgeRequest => ({ path, host: hostname, headers });
  return {
    config,
    path,
    admits: (headers, what) => named(what, () => t.reachesOrigin(request(headers))),
    blocks: (headers, what) => named(what, () => t.blocked(request(headers))),
  };
}

/**
 * Skips the test where the target does not store two keys of one kid. The seed says how such keys are distinguished,
 * but not that a configuration must accept them.
 */
export async function needsSharedKids(t: TestContext, keys: GuardOptions['keys']): Promise<void> {
  const reply = await createWithKeys(
    t,
    keys.map(({ jwk }) => jwk),
  );
  const keeps = succeeded(reply) && getKeys(reply).length === keys.length;
  if (!keeps && reply.status < 500)
    t.skip('the target does not store two keys of one kid in a configuration');
}

/** Adds the case to a failure's message. */
export async function named<T>(what: string | undefined, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (what === undefined || !(error instanceof ConformanceFailure)) throw error;
    throw new ConformanceFailure(`With ${what}: ${error.message}`, { cause: error });
  }
}

/** Requests of one kind, by their descriptions. */
export type Variants = Readonly<Record<string, Headers>>;

/** Fails unless every variant is blocked; the message names those that were not. */
export async function blocksAll({ blocks }: Guard, variants: Variants): Promise<void> {
  await every(variants, blocks);
}

/** Fails unless every variant reaches the origin; the message names those that did not. */
export async function admitsAll({ admits }: Guard, variants: Variants): Promise<void> {
  await every(variants, admits);
}

async function every(variants: Variants, judge: Guard['blocks']): Promise<void> {
  const problems: ConformanceFailure[] = [];
  for (const [what, headers] of Object.entries(variants)) {
    try {
      await judge(headers, what);
    } catch (error) {
      if (!(error instanceof ConformanceFailure)) throw error;
      problems.push(error);
    }
  }
  if (problems.length > 0) throw joinFailures(problems);
}
