import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suiteLimits } from '../../spec/engine-limits.ts';
import { isObject } from './assertions.ts';
import { ConformanceFailure, TargetError } from './errors.ts';
import { exchangeWithin, unreachable } from './sending.ts';
import { createTarget, type Target, type TargetFile, targetFileSchema } from './target.ts';
import { fetchTrusting } from './trust.ts';

/** Flags and environment variables can set any member of the target file. */
export type TargetFlags = { readonly [Member in keyof TargetFile]?: TargetFile[Member] | undefined };

export interface LoadTargetOptions {
  /** Command-line flags; they override everything else. */
  readonly flags?: TargetFlags;
  /** File that describes the target; defaults to `touchstone.target.json` or `.ts` in `cwd` if it exists. */
  readonly file?: string | undefined;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Fetches missing members from our own server; replaced in tests. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Environment variables by the member they set. */
export const targetVariables = {
  api: 'TOUCHSTONE_API',
  edge: 'TOUCHSTONE_EDGE',
  account_id: 'TOUCHSTONE_ACCOUNT_ID',
  zone_id: 'TOUCHSTONE_ZONE_ID',
  zone_name: 'TOUCHSTONE_ZONE_NAME',
  api_token: 'TOUCHSTONE_TOKEN',
  read_token: 'TOUCHSTONE_READ_TOKEN',
  gateway_token: 'TOUCHSTONE_GATEWAY_TOKEN',
  email: 'TOUCHSTONE_EMAIL',
  api_key: 'TOUCHSTONE_API_KEY',
  origin: 'TOUCHSTONE_ORIGIN',
  tls_certificate: 'TOUCHSTONE_TLS_CERTIFICATE',
  webhook_certificate: 'TOUCHSTONE_WEBHOOK_CERTIFICATE',
  webhook_host: 'TOUCHSTONE_WEBHOOK_HOST',
  webhook_port: 'TOUCHSTONE_WEBHOOK_PORT',
  pages_host: 'TOUCHSTONE_PAGES_HOST',
  pages_port: 'TOUCHSTONE_PAGES_PORT',
  objects: 'TOUCHSTONE_OBJECTS',
  objects_open: 'TOUCHSTONE_OBJECTS_OPEN',
  auth_key_secret: 'TOUCHSTONE_AUTH_KEY_SECRET',
  allowed_key: 'TOUCHSTONE_ALLOWED_KEY',
  interpreter: 'TOUCHSTONE_INTERPRETER',
  worker: 'TOUCHSTONE_WORKER',
  worker_secret: 'TOUCHSTONE_WORKER_SECRET',
} as const satisfies { readonly [Member in keyof TargetFile]?: string };

const defaultFiles = ['touchstone.target.json', 'touchstone.target.ts'];

const defaultFileIn = (cwd: string) => defaultFiles.find((name) => existsSync(resolve(cwd, name)));

/** Whether flags, environment or a file describe a target. */
export function isTargetNamed({
  flags = {},
  file,
  cwd = process.cwd(),
  env = process.env,
}: LoadTargetOptions): boolean {
  const given = { ...fromEnvironment(env), ...defined(flags) };
  return file !== undefined || Object.keys(given).length > 0 || defaultFileIn(cwd) !== undefined;
}

/**
 * Loads the target's description: from flags first, then environment, then file. If our own server answers at the base
 * URL, it supplies the missing members.
 *
 * @throws TargetError in one line that names the missing or invalid member and where it was read.
 *
 * @example
 * const target = await loadTarget({ flags: { api: 'http://localhost:4800/client/v4' } });
 */
export async function loadTarget(options: LoadTargetOptions = {}): Promise<Target> {
  const { flags = {}, cwd = process.cwd(), env = process.env } = options;
  const path = options.file ?? defaultFileIn(cwd);
  const fromFile = path === undefined ? {} : await readTargetFile(resolve(cwd, path), path);
  const given = { ...fromFile, ...fromEnvironment(env), ...defined(flags) };
  if (typeof given['api'] !== 'string') {
    throw new TargetError(
      'target-missing',
      'No target: give its base URL, for example touchstone conform http://localhost:4800/client/v4',
    );
  }
  if (!URL.canParse(given['api'])) {
    const place = getSource('api', flags, env) ?? path;
    throw new TargetError('target-invalid', `${place}: ${given['api']} is not a URL`);
  }
  const trusted = given['tls_certificate'];
  const doFetch = options.fetch ?? fetchTrusting(typeof trusted === 'string' ? trusted : null);
  const { info, hint = '' } = await askInfo(given['api'], missingMembers(given).length > 0, doFetch);
  const described = { ...completion(info, given), ...given };
  const unknown = missingMembers(described);
  if (unknown.length > 0) {
    const how = unknown.map((member) => `${member} (${getFlag(member)} or ${targetVariables[member]})`);
    throw new TargetError(
      'target-incomplete',
      `The target ${given['api']} lacks ${how.join(' and ')}${hint}`,
    );
  }
  const lacking = (['auth_key_secret', 'allowed_key'] as const).filter((member) => !described[member]);
  if (described['objects'] && lacking.length > 0) {
    const how = lacking.map((member) => `${member} (${getFlag(member)} or ${targetVariables[member]})`);
    throw new TargetError('target-incomplete', `The object-storage example lacks ${how.join(' and ')}`);
  }
  const parsed = targetFileSchema.safeParse(described);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const member = issue?.path.join('.') ?? '';
    const place = getSource(member, flags, env) ?? path ?? given['api'];
    throw new TargetError(
      'target-invalid',
      `${place}: ${member} ${lowerFirst(issue?.message ?? 'is wrong')}`,
    );
  }
  return createTarget(parsed.data);
}

/** The flag of a member: `--token` for `api_token`, `--zone-id` for `zone_id`. */
function getFlag(member: keyof typeof targetVariables): string {
  return member === 'api_token' ? '--token' : `--${member.replaceAll('_', '-')}`;
}

const needed = ['api_token'] as const;

function missingMembers(given: Readonly<Record<string, unknown>>) {
  return needed.filter((member) => given[member] === undefined || given[member] === null);
}

function defined(flags: TargetFlags): Record<string, unknown> {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
}

function fromEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, unknown> {
  const members = Object.entries(targetVariables).flatMap(([member, name]) => {
    const value = env[name];
    return value === undefined || value === '' ? [] : [[member, value]];
  });
  const features = env['TOUCHSTONE_FEATURES'];
  return {
    ...Object.fromEntries(members),
    ...(features ? { features: features.split(',').map((feature) => feature.trim()) } : {}),
  };
}

function getSource(
  member: string,
  flags: TargetFlags,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (!(member in targetVariables)) return undefined;
  const known = member as keyof typeof targetVariables; // checked in the line above
  if (flags[known] !== undefined) return member === 'api' ? 'base URL' : getFlag(known);
  return env[targetVariables[known]] ? targetVariables[known] : undefined;
}

async function readTargetFile(path: string, shown: string): Promise<Record<string, unknown>> {
  if (!existsSync(path)) throw new TargetError('target-file', `${shown}: no such file`);
  let content: unknown;
  try {
    content = path.endsWith('.json') ? JSON.parse(readFileSync(path, 'utf8')) : await importTarget(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new TargetError('target-file', `${shown}: ${reason}`, { cause });
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new TargetError('target-file', `${shown}: must describe the target as one object`);
  }
  return { ...content };
}

/** The `target` that a module exports, or its default export. */
async function importTarget(path: string): Promise<unknown> {
  const module: { target?: unknown; default?: unknown } = await import(pathToFileURL(path).href);
  return module.target ?? module.default;
}

/**
 * Requests `/_touchstone/info` once. Our own server returns its description and seeded credentials there; any other
 * answer gives at most a hint at what is wrong.
 *
 * @param needed whether the description is incomplete without an answer
 */
async function askInfo(
  api: string,
  needed: boolean,
  doFetch: (request: Request) => Promise<Response>,
): Promise<{ readonly info?: Record<string, unknown>; readonly hint?: string }> {
  const { href } = new URL('/_touchstone/info', api);
  const ask = exchangeWithin(doFetch, infoTimeout, suiteLimits.probeBytes);
  let text: string;
  try {
    const { status, headers, bytes } = await ask({ method: 'GET', url: href, headers: {} });
    const elsewhere = status >= 300 && status < 400 ? headers.get('location') : null;
    if (elsewhere !== null) return { hint: `; it redirects to ${elsewhere}, which may be the base URL` };
    text = new TextDecoder().decode(bytes);
  } catch (cause) {
    if (!needed) return {};
    if (cause instanceof ConformanceFailure) return { hint: `; GET ${href}: ${cause.message}` };
    const reason = unreachable(cause, infoTimeout);
    throw new TargetError('target-unreachable', `No server answers at ${api}: ${reason}`, { cause });
  }
  try {
    const info: unknown = JSON.parse(text);
    return isObject(info) && info['name'] === 'touchstone' ? { info } : {};
  } catch {
    return {};
  }
}

/** The members that our own server adds: all of them for its own zone, only its identity for another zone. */
function completion(
  info: Readonly<Record<string, unknown>> | undefined,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (!info) return {};
  const zone = given['zone_id'];
  if (zone === undefined || zone === null || zone === info['zone_id']) return info;
  const shared = Object.entries(info).filter(([member]) => zoneless.has(member));
  return Object.fromEntries(shared);
}

/** What our own server has in addition to its zones. */
const zoneless: ReadonlySet<string> = new Set([
  'name',
  'edge',
  'browser',
  'objects',
  'objects_open',
  'auth_key_secret',
  'allowed_key',
  'interpreter',
  'worker',
  'worker_secret',
]);

/** Milliseconds. */
const infoTimeout = 10_000;

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
