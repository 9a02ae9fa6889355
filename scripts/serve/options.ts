import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { lastOffset, objectsAuths } from '../../mock/serve/ports.ts';
import { certainties } from '../../spec/certainty.ts';
import { getFileProblem } from '../../spec/file-problem.ts';
import { permissions } from '../../spec/permissions.ts';
import { hexIdSchema } from '../../spec/schema.ts';
import { platformLimits } from '../../spec/services/ai-gateway/rate-limits.ts';
import { gitProfiles } from '../../spec/services/artifacts/limits.ts';
import { requestLogModes } from '../../spec/services/touchstone/request-log.ts';
import { ServeOptionError } from './option-error.ts';
import { readJsonFile } from './read-json.ts';

export { ServeOptionError } from './option-error.ts';

/** A number; environment variables write it as text. */
function numeric(schema: z.ZodNumber, error: string) {
  const fromText = (value: unknown) =>
    typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return z.unknown().transform((value, context) => {
    const outcome = schema.safeParse(fromText(value));
    if (outcome.success) return outcome.data;
    context.addIssue(error);
    return z.NEVER;
  });
}

const ids = z.array(hexIdSchema);
const namesBrowser = 'must be a path, a ws:// URL or false';

/** A boolean; environment variables write it as text. */
const flag = z.union(
  [z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })],
  'must be true or false',
);

const atLeast16 = 'must be at least 16 characters long';
const secret = z.string().min(16, atLeast16);
const bearer = z.string().regex(/^[A-Za-z0-9\-._~+/]+=*$/, 'must be a Bearer token');

const corsOrigin = z
  .string()
  .regex(
    /^(?:\*|null|[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+)$/i,
    'must be an origin without a path, such as https://app.example, or *',
  );

/** The highest API port that leaves room for the ports of all planes. */
export const lastPort = 65_535 - lastOffset;

/** Every option of `serve`, from file, environment or flags. */
export const serveOptionsSchema = z.strictObject({
  /** Port of the API; the other planes take the next five. 0 picks free ports. */
  port: numeric(z.int().min(0).max(lastPort), `must be a whole number from 0 to ${lastPort}`).optional(),
  /** Address to listen on. */
  host: z.string().min(1, 'must be an address').optional(),
  /** Hosts by which other machines reach the server. */
  publicHost: z
    .array(
      z.string().regex(/^(?:\[[\da-f:.]+\]|[^\s:/?#@[\]]+)$/i, 'must be a host, without scheme and port'),
    )
    .optional(),
  /** Which pages of other origins may call: those of this machine (the default), none, or also those of some origins. */
  cors: z.union([z.boolean(), z.array(corsOrigin)], 'must be true, false or a list of origins').optional(),
  /** Serve HTTPS with a generated certificate. */
  tls: flag.optional(),
  /** PEM file of the certificate to serve HTTPS with, followed by its intermediates. */
  tlsCert: z.string().min(1, 'must be a file').optional(),
  /** PEM file of the private key. */
  tlsKey: z.string().min(1, 'must be a file').optional(),
  /** What to print of requests. */
  log: z.enum(requestLogModes, `must be one of ${requestLogModes.join(', ')}`).optional(),
  /** Folder that keeps repositories, their data, and objects. */
  state: z.string().min(1, 'must be a folder').optional(),
  /** Whether the object-storage example authorizes requests. */
  objectsAuth: z.enum(objectsAuths, "must be 'on', 'off' or 'both'").optional(),
  /** Address of a bucket on an S3-compatible server that keeps all objects. */
  objectsS3: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL of a bucket' }).optional(),
  /** Module of a Worker to run; defaults to `main` in the file of its bindings. */
  worker: z.string().min(1, 'must be a file').optional(),
  /** Configuration file of that Worker. */
  bindings: z.string().min(1, 'must be a file').optional(),
  /** Allow imports over HTTP of repositories on this machine. */
  importHttp: flag.optional(),
  /** Where zone traffic goes: a URL, or a folder relative to the working directory. */
  zoneOrigin: z.string().min(1, 'must be a URL or a folder').optional(),
  /** Seed files, applied in order. */
  seeds: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)], 'must be a file, or a list of files')
    .optional(),
  /** JSON file of what the mock does where the documents are silent. */
  stances: z.string().min(1, 'must be a file').optional(),
  /** OpenAPI documents whose operations are served from their schemas: files or URLs. */
  openapi: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)], 'must be a file or URL, or a list of them')
    .optional(),
  /** OpenAPI overlays, applied to each of these documents. */
  openapiOverlay: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)], 'must be a file or URL, or a list of them')
    .optional(),
  /** Whether operations without a service of the mock are served from the register of the v4 API. */
  v4: z.boolean('must be true or false').optional(),
  /** Whether actions of the register get invented answers. */
  samples: z.boolean('must be true or false').optional(),
  tenants: z.enum(['strict', 'on-demand'], "must be 'strict' or 'on-demand'").optional(),
  /** Clock skew in seconds that `exp` and `nbf` of tokens allow. */
  leeway: numeric(z.number().min(0).max(86_400), 'must be a number of seconds from 0 to 86400').optional(),
  adminToken: secret.optional(),
  /** Replace the seeded secrets, which are published. */
  apiToken: bearer.min(16, atLeast16).optional(),
  readToken: bearer.min(16, atLeast16).optional(),
  gatewayToken: bearer.min(16, atLeast16).optional(),
  apiKey: z
    .string()
    .regex(/^[\w-]{30,64}$/, 'must be 30 to 64 letters, digits, _ and -')
    .optional(),
  /** Value that `X-Custom-Auth-Key` must have for the object-storage example. */
  authKeySecret: secret.optional(),
  /** API tokens in addition to the seeded ones. */
  tokens: z
    .array(
      z.strictObject({
        value: bearer,
        permissions: z.array(z.enum(permissions)),
        status: z.enum(['active', 'disabled', 'expired']).optional(),
        email: z.email('must be an e-mail address').optional(),
        accounts: ids.optional(),
        zones: ids.optional(),
      }),
    )
    .optional(),
  /** Hosts that webhooks may reach at any address, as `host` or `host:port`. */
  webhookAllowHost: z.array(z.string().min(1, 'must be a host')).optional(),
  /** PEM file of extra certificates to trust for webhook receivers. */
  webhookCa: z.string().min(1, 'must be a file').optional(),
  /** Base URL of an OpenAI-compatible server that answers for models. */
  upstream: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
  upstreamKey: z.string().min(1, 'must be a key').optional(),
  /** Upstream names of models: `FROM=TO`, where `*` in FROM matches any characters. */
  upstreamModel: z.array(z.string().regex(/^[^=]+=.+$/, 'must be FROM=TO')).optional(),
  /** Folder to record model answers in. */
  record: z.string().min(1, 'must be a folder').optional(),
  /** Folder of recorded answers to replay. */
  replay: z.string().min(1, 'must be a folder').optional(),
  /** Speed of a replay relative to the recording; 0 doesn't wait at all. */
  replaySpeed: numeric(z.number().min(0), 'must be a number of at least 0').optional(),
  /** JSON file of scripted model replies. */
  replies: z.string().min(1, 'must be a file').optional(),
  /** Whether a run of a hosted model must name its gateway. */
  gatewayHeader: z.enum(['required', 'optional'], "must be 'required' or 'optional'").optional(),
  /** Which limits of the platform itself are enforced, besides those of gateways. */
  platformLimits: z.enum(platformLimits, `must be one of ${platformLimits.join(', ')}`).optional(),
  /** Which features of Git are offered. */
  gitProfile: z.enum(gitProfiles, `must be one of ${gitProfiles.join(', ')}`).optional(),
  /** Path of a browser, or `ws://…` of a remote one; false for none. */
  browser: z.union([z.string().min(1, namesBrowser), z.literal(false)], namesBrowser).optional(),
  /** Whether every page may reach private networks, wherever it is from. */
  allowPrivateNetwork: z.boolean('must be true or false').optional(),
  basis: z.enum(certainties, `must be one of ${certainties.join(', ')}`).optional(),
  seed: numeric(z.int(), 'must be a whole number').optional(),
  unentitledZones: ids.optional(),
  /** Refuse custom hostnames under `.localhost`, as the platform does. */
  strictHostnames: z.boolean('must be true or false').optional(),
  zonesWithoutCustomMetadata: ids.optional(),
  customHostnameQuota: numeric(z.int().min(0), 'must be a whole number').optional(),
  rateLimit: z
    .strictObject({
      quota: z.int().positive().optional(),
      windowSeconds: z.int().positive().optional(),
      enforce: z.boolean().optional(),
    })
    .optional(),
});

export type ServeOptions = z.infer<typeof serveOptionsSchema>;

/** The environment variables of `serve`, each with the option that it sets. */
const environment: Readonly<Record<string, keyof ServeOptions>> = {
  TOUCHSTONE_PORT: 'port',
  TOUCHSTONE_HOST: 'host',
  TOUCHSTONE_TLS: 'tls',
  TOUCHSTONE_TLS_CERT: 'tlsCert',
  TOUCHSTONE_TLS_KEY: 'tlsKey',
  TOUCHSTONE_LOG: 'log',
  TOUCHSTONE_STATE: 'state',
  TOUCHSTONE_OBJECTS_AUTH: 'objectsAuth',
  TOUCHSTONE_OBJECTS_S3: 'objectsS3',
  TOUCHSTONE_ZONE_ORIGIN: 'zoneOrigin',
  TOUCHSTONE_SEEDS: 'seeds',
  TOUCHSTONE_STANCES: 'stances',
  TOUCHSTONE_TENANTS: 'tenants',
  TOUCHSTONE_LEEWAY: 'leeway',
  TOUCHSTONE_GATEWAY_HEADER: 'gatewayHeader',
  TOUCHSTONE_ADMIN_TOKEN: 'adminToken',
  TOUCHSTONE_API_TOKEN: 'apiToken',
  TOUCHSTONE_BROWSER: 'browser',
  TOUCHSTONE_UPSTREAM: 'upstream',
  TOUCHSTONE_UPSTREAM_KEY: 'upstreamKey',
};

/** The environment variable of each option that has one. */
export const serveVariables: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(environment).map(([name, option]) => [option, name]),
);

/**
 * Reads options from flags, then environment, then file: the first that sets a value wins.
 *
 * @param importModule imports a file that is a module
 * @throws ServeOptionError in one line that names the flag, the variable, or the file and its member
 *
 * @example
 * await readServeOptions({ port: 0 }, { TOUCHSTONE_PORT: '4900' }) // { port: 0 }
 */
export async function readServeOptions(
  flags: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
  importModule: ImportModule = importOnce,
): Promise<ServeOptions> {
  const { config, ...rest } = flags;
  const file = typeof config === 'string' ? await readConfigFile(config, importModule) : {};
  const fromEnv = Object.entries(environment)
    .map(([name, option]) => [option, env[name]] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return {
    ...file,
    ...checked(Object.fromEntries(fromEnv), (path, message) =>
      refused(`${getVariable(path.join('.'))}: ${message}`),
    ),
    ...checked(Object.fromEntries(given), (path, message) => {
      const member = path.join('.').replace(/^seeds/, 'seed');
      return refused(`--${member.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}: ${message}`);
    }),
  };
}

function getVariable(member: string): string {
  return serveVariables[member] ?? member;
}

/** @param fault makes the error of a wrong option, at its path */
function checked(
  options: unknown,
  fault: (path: readonly PropertyKey[], message: string) => ServeOptionError,
): ServeOptions {
  const outcome = serveOptionsSchema.safeParse(options);
  if (outcome.success) return outcome.data;
  const [{ path = [], message = '' } = {}] = outcome.error.issues;
  throw fault(path, message);
}

const refused = (message: string, cause?: unknown) =>
  new ServeOptionError('serve-option', message, { cause });

/** Imports a module by its absolute path. */
export type ImportModule = (path: string) => Promise<object>;

/** Imports a module as usual: once. */
export const importOnce: ImportModule = (path) => import(pathToFileURL(path).href);

async function readConfigFile(name: string, importModule: ImportModule): Promise<ServeOptions> {
  if (name.endsWith('.json')) {
    const { value, fault } = await readJsonFile(name);
    return checked(value, (path, message) =>
      fault(path, [path.join('.'), message].filter(Boolean).join(': ')),
    );
  }
  await readFile(name).catch((cause: unknown) => {
    throw refused(`${name}: ${getFileProblem(cause)}`, cause);
  });
  let module: { default?: unknown };
  try {
    module = await importModule(resolve(name));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw refused(`${name}: ${reason}`, cause);
  }
  return checked(module.default ?? {}, (path, message) =>
    refused([name, path.join('.'), message].filter(Boolean).join(': ')),
  );
}

/**
 * Whether the origin is a URL; anything else must be a folder.
 *
 * @throws ServeOptionError
 */
export async function isOriginUrl(origin: string): Promise<boolean> {
  if (/^https?:/i.test(origin)) {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url && url.search === '' && url.hash === '' && url.username === '') return true;
    throw new ServeOptionError(
      'serve-option',
      `zone origin ${origin} must be a URL with a host and without user, query or fragment`,
    );
  }
  const found = await stat(origin).catch(() => undefined);
  if (found?.isDirectory()) return false;
  throw new ServeOptionError('serve-option', `zone origin ${origin} is neither an http(s) URL nor a folder`);
}
