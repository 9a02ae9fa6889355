import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { certainties } from '../spec/certainty.ts';
import { permissions } from '../spec/permissions.ts';
import { hexIdSchema } from '../spec/schema.ts';
import { TouchstoneError } from '../spec/touchstone-error.ts';

/** Everything `serve` can be told, by file, environment or flag. */
export const serveOptionsSchema = z.strictObject({
  /** Port of the API; the other planes take the next three, 0 takes free ones. */
  port: z.coerce.number().int().min(0).max(65_532).optional(),
  /** Address to listen on. */
  host: z.string().min(1).optional(),
  /** Where zone traffic goes: a URL or a folder. */
  zoneOrigin: z.string().min(1).optional(),
  tenants: z.enum(['strict', 'on-demand']).optional(),
  /** Clock mismatch in seconds that `exp` and `nbf` of tokens allow. */
  leeway: z.coerce.number().min(0).max(86_400).optional(),
  adminToken: z.string().min(16).optional(),
  /** API tokens beside the seeded ones. */
  tokens: z
    .array(
      z.strictObject({
        value: z.string().regex(/^[A-Za-z0-9\-._~+/]+=*$/, 'must be a Bearer token'),
        permissions: z.array(z.enum(permissions)),
        status: z.enum(['active', 'disabled', 'expired']).optional(),
        email: z.email().optional(),
        accounts: z.array(hexIdSchema).optional(),
        zones: z.array(hexIdSchema).optional(),
      }),
    )
    .optional(),
  basis: z.enum(certainties).optional(),
  seed: z.coerce.number().int().optional(),
  unentitledZones: z.array(hexIdSchema).optional(),
  /** Refuse custom hostnames under `.localhost`, as the platform does. */
  strictHostnames: z.boolean().optional(),
  zonesWithoutCustomMetadata: z.array(hexIdSchema).optional(),
  customHostnameQuota: z.int().min(0).optional(),
  rateLimit: z
    .strictObject({
      quota: z.int().positive().optional(),
      windowSeconds: z.int().positive().optional(),
      enforce: z.boolean().optional(),
    })
    .optional(),
});

export type ServeOptions = z.infer<typeof serveOptionsSchema>;

/** Thrown when an option can't be used; the message names where it came from. */
export class ServeOptionError extends TouchstoneError {}

const environment: Readonly<Record<string, keyof ServeOptions>> = {
  TOUCHSTONE_PORT: 'port',
  TOUCHSTONE_HOST: 'host',
  TOUCHSTONE_ZONE_ORIGIN: 'zoneOrigin',
  TOUCHSTONE_TENANTS: 'tenants',
  TOUCHSTONE_LEEWAY: 'leeway',
  TOUCHSTONE_ADMIN_TOKEN: 'adminToken',
};

/**
 * Options from flags, then environment, then file: the first that says something wins.
 *
 * @throws ServeOptionError
 */
export async function readServeOptions(
  flags: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ServeOptions> {
  const { config, ...rest } = flags;
  const file = typeof config === 'string' ? checked(await readConfigFile(config), config) : {};
  const fromEnv = Object.entries(environment)
    .map(([name, option]) => [option, env[name]] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  return {
    ...file,
    ...checked(Object.fromEntries(fromEnv), 'the environment'),
    ...checked(rest, 'the command line'),
  };
}

function checked(options: unknown, where: string): ServeOptions {
  const outcome = serveOptionsSchema.safeParse(options);
  if (outcome.success) return outcome.data;
  const [issue] = outcome.error.issues;
  const member = issue?.path.join('.') || 'the whole';
  throw new ServeOptionError('serve-option', `${where}: ${member}: ${issue?.message}`);
}

async function readConfigFile(name: string): Promise<unknown> {
  const path = resolve(name);
  try {
    if (!path.endsWith('.json')) {
      const module: { default?: unknown } = await import(pathToFileURL(path).href);
      return module.default ?? {};
    }
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ServeOptionError('serve-option', `${name}: ${reason}`, { cause });
  }
}

/** Whether an origin is named by URL; otherwise it has to be a folder. @throws ServeOptionError */
export async function isOriginUrl(origin: string): Promise<boolean> {
  if (/^https?:\/\//.test(origin)) return true;
  const found = await stat(origin).catch(() => undefined);
  if (found?.isDirectory()) return false;
  throw new ServeOptionError('serve-option', `zone origin ${origin} is neither an http(s) URL nor a folder`);
}
