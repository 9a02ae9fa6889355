import type { Reply } from '../../spec/client.ts';
import { succeeded, summary } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import type { Config } from '../harness/creation.ts';
import type { EdgeReply, EdgeRequest } from '../harness/edge.ts';
import { authorization, bearer } from '../token-validation/guard.ts';
import { newKey } from '../token-validation/signing-key.ts';
import { custom, entrypointWrite, putRules, type RuleInput } from './rulesets.ts';

/** The target of a request; the path defaults to that of the site. */
export type SiteRequest = Omit<Partial<EdgeRequest>, 'host'>;

/** A path of the zone with a known answer from the origin, so that the test can recognize a block. */
export interface Site {
  readonly host: string;
  readonly path: string;
  /** An expression that limits a rule to this path. */
  readonly here: string;
  send(request?: SiteRequest): Promise<EdgeReply>;
  /** Fails unless a request reaches the origin. */
  admits(request?: SiteRequest): Promise<EdgeReply>;
  /** Fails unless a request is blocked. */
  blocks(request?: SiteRequest): Promise<EdgeReply>;
}

/**
 * Learns how the origin answers a path; call it before rules for the path exist.
 *
 * @param method default method of requests
 */
export async function openSite(t: TestContext, path = '/orders', method = 'GET'): Promise<Site> {
  const host = t.host();
  const marked = t.path(path);
  await t.learn({ path: marked, host, method });
  const full = (request: SiteRequest = {}): EdgeRequest => ({ method, path: marked, ...request, host });
  return {
    host,
    path: marked,
    here: `http.request.uri.path eq "${marked}"`,
    send: (request) => t.edge(full(request)),
    admits: (request) => t.reachesOrigin(full(request)),
    blocks: (request) => t.blocked(full(request)),
  };
}

/** Adds custom rules to the zone until the end of the test. */
export const addCustomRules = (t: TestContext, ...rules: readonly RuleInput[]): Promise<Reply> =>
  putRules(t, custom, rules);

/** An expression that is true if a custom claim of a verified token equals a text. */
export const claimIs = (configId: string, name: string, value: string) =>
  `lookup_json_string(http.request.jwt.claims["${configId}"][0], "${name}") eq "${value}"`;

/**
 * Skips the test if a rule about a claim is refused: the seed names the function, the field, the id and the claim, but
 * not how a rule combines them.
 */
export function needsClaims(t: TestContext, reply: Reply, expression: string): void {
  if (succeeded(reply) || reply.status >= 500) return;
  t.skip(`the target accepts no custom rule with ${expression}: ${summary(reply)}`);
}

/** Adds a custom rule about a claim until the end of the test. */
export async function addClaimRule(t: TestContext, expression: string): Promise<void> {
  const reply = await (await entrypointWrite(t, custom, [{ action: 'block', expression }])).send();
  needsClaims(t, reply, expression);
  t.expectSuccess(reply, 'the custom rule');
}

/** A token configuration, and tools that sign tokens for it. */
export interface Issuer {
  readonly config: Config;
  /** Headers with a valid token of this payload. */
  token(payload?: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, string>>>;
  /** Headers with a token of this payload that a foreign key signed. */
  forged(payload?: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, string>>>;
  /** An expression for the payload of its tokens. */
  readonly payload: string;
}

/** Creates a token configuration that reads the given header, by default the usual one. */
export async function openIssuer(t: TestContext, header = 'authorization'): Promise<Issuer> {
  const key = await newKey();
  const foreign = await newKey('ES256', key.kid);
  const source = header === 'authorization' ? authorization : `http.request.headers["${header}"][0]`;
  const config = await t.config({ token_sources: [source], credentials: { keys: [key.jwk] } });
  const headers = (token: string) => (header === 'authorization' ? bearer(token) : { [header]: token });
  return {
    config,
    token: async (payload) => headers(await key.sign(payload)),
    forged: async (payload) => headers(await foreign.sign(payload)),
    payload: `http.request.jwt.claims["${config.id}"][0]`,
  };
}

/** The header that sends signals to this project's mock for one request. */
export const signals = (values: Readonly<Record<string, unknown>>) => ({
  'touchstone-signals': JSON.stringify(values),
});
