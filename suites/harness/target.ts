import { z } from 'zod';
import type { Feature } from '../../spec/requirement.ts';
import { isLoopbackHost } from './loopback.ts';
import { type Given, givenIn, neededMembers, secretsIn } from './needed/members.ts';
import type { PagesSetting } from './page-sites.ts';
import type { WebhookSetting } from './webhook-receiver.ts';

/** An account or zone by any id that can stand in a path. */
const id = z.string().regex(/^[^\s/?#]+$/, 'must be an id, without spaces and slashes');

const url = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

/**
 * A target as its file describes it. `serve --json` of this project prints exactly such an object;
 * members that no suite needs are ignored.
 */
export const targetFileSchema = z.object({
  /** Says that the target is this project's own mock, which then has the admin interface. */
  name: z.string().optional(),
  /** Base URL of the API, ending in the version segment. */
  api: url,
  /** Where zone traffic is sent, with the zone as Host; absent or null when it can't be reached. */
  edge: url.nullish(),
  /** Left out, it is the account of the zone. */
  account_id: id.nullish(),
  /** Left out, it is the zone that the API lists, if it lists one alone. */
  zone_id: id.nullish(),
  zone_name: z.string().min(1).nullish(),
  /** A token that may read and write everything the suites use. */
  api_token: z.string().min(1),
  /** A token that may only read. */
  read_token: z.string().min(1).nullish(),
  /** A token of the same account that holds none of the permissions of token validation. */
  gateway_token: z.string().min(1).nullish(),
  /** The pair that stands for `X-Auth-Email` and `X-Auth-Key`. */
  email: z.string().min(1).nullish(),
  api_key: z.string().min(1).nullish(),
  /** PEM file of certificates to trust, beside the usual ones, where API and edge speak HTTPS. */
  tls_certificate: z.string().min(1).nullish(),
  /** Where the zone's traffic goes, when that is the fixture site of this project. */
  origin: z.string().nullish(),
  /** PEM file with the certificate of the receiver of webhooks, which the target trusts, and its key. */
  webhook_certificate: z.string().min(1).nullish(),
  /** Host by which the target reaches the receiver of webhooks; `127.0.0.1` where it is left out. */
  webhook_host: z.string().min(1).nullish(),
  /** Port of that receiver; a free one where it is left out. */
  webhook_port: z.coerce.number().int().min(0).max(65_535).nullish(),
  /**
   * Host by which browsers of the target reach the pages of tests on this machine, or the base URL of what leads
   * here; left out, `127.0.0.1` for an API on this machine, and none for any other.
   */
  pages_host: z.string().min(1).nullish(),
  /** Port that those pages are served on; a free one where it is left out. */
  pages_port: z.coerce.number().int().min(0).max(65_535).nullish(),
  /** Base URL of the object-storage example; `auth_key_secret` and `allowed_key` belong to it. */
  objects: url.nullish(),
  /** Base URL of the same without its authorization step. */
  objects_open: url.nullish(),
  /** What `X-Custom-Auth-Key` has to be there. */
  auth_key_secret: z.string().min(1).nullish(),
  /** A key that everybody may read there. */
  allowed_key: z.string().min(1).nullish(),
  /** Base URL of the code-interpreter example. */
  interpreter: url.nullish(),
  /** Base URL of the Worker of `fixtures/worker`, which passes calls on to its bindings. */
  worker: url.nullish(),
  /** What that Worker wants in `X-Worker-Secret`; nothing where it is left out. */
  worker_secret: z.string().min(1).nullish(),
  /** Optional features that the target claims, beside those that follow from the other members. */
  features: z.array(z.string().min(1)).optional(),
  ...neededMembers,
});

export type TargetFile = z.input<typeof targetFileSchema>;

/** The names of a target's credentials. */
export const roles = ['full', 'read', 'gateway', 'legacy', 'key', 'none'] as const;

/**
 * `full` may do everything, `key` is the same token in `x-api-key`, `none` sends no credentials, `legacy` is the
 * pair of e-mail and key.
 */
export type Role = (typeof roles)[number];

/** An implementation that the suites are pointed at. */
export interface Target {
  readonly api: string;
  readonly edge: string | null;
  readonly accountId: string | null;
  readonly zoneId: string | null;
  readonly zoneName: string | null;
  readonly origin: string | null;
  /** PEM file of certificates to trust, beside the usual ones. */
  readonly tlsCertificate: string | null;
  /** Where tests take webhooks; null when the target can't send any to this machine. */
  readonly webhook: WebhookSetting | null;
  /** Where tests have web sites; null when the target can't reach this machine. */
  readonly pages: PagesSetting | null;
  /** The object-storage example; null where the target has none. */
  readonly objects: ObjectsSetting | null;
  /** Base URL of the code-interpreter example; null where the target has none. */
  readonly interpreter: string | null;
  /** The Worker that passes calls on to its bindings; null where the target has none. */
  readonly worker: WorkerSetting | null;
  readonly features: ReadonlySet<Feature>;
  /** What it gives of what tests need and no seed says how to get. */
  readonly given: Given;
  /** Headers that each role sends; a role that is missing has no credentials. */
  readonly credentials: ReadonlyMap<Role, Readonly<Record<string, string>>>;
  /** What no report may show. */
  readonly secrets: readonly string[];
}

/** Where the object-storage example is; one of both at least. */
export interface ObjectsSetting {
  readonly authorizing: AuthorizingObjects | null;
  /** Where it is without its authorization step. */
  readonly openUrl: string | null;
}

/** Where it is as it stands in the seed. */
export interface AuthorizingObjects {
  readonly url: string;
  readonly secret: string;
  /** The key that everybody may read. */
  readonly allowedKey: string;
}

/** Where the Worker of `fixtures/worker` is. */
export interface WorkerSetting {
  readonly url: string;
  /** Null where it wants none. */
  readonly secret: string | null;
}

/** What this project's own mock has; none of it follows from the other members of a description. */
export const mockFeatures: readonly Feature[] = [
  'admin',
  'batch',
  'billing',
  'clock',
  'closed-python',
  'custom-providers',
  'dlp',
  'edge-settings',
  'evaluations',
  'events',
  'faults',
  'finetunes',
  'free-plan',
  'gateway-host',
  'git-fsck',
  'git-server',
  'guardrails',
  'header-case',
  'header-lines',
  'provider-keys',
  'routes',
  'scripted',
  'signals',
  'spend-limits',
  'top-ups',
  // A PATCH of a zone changes its plan, which the platform sells elsewhere.
  'zone-plans',
];

/**
 * Makes a target of its checked description: which roles it has, and which features follow.
 *
 * `edge`, `legacy-auth`, `read-only-token`, `gateway-token`, `webhook`, `pages`, `object-storage`,
 * `object-storage-open`, `code-interpreter` and `bindings` follow from the members that make them possible; `admin`,
 * `events` and `clock` follow when the target says that it is this project's mock. Whether it has a `browser` is asked
 * when a test needs one.
 *
 * @example
 * createTarget(targetFileSchema.parse(JSON.parse(line))).features.has('edge')
 */
export function createTarget(file: z.output<typeof targetFileSchema>): Target {
  const credentials = new Map<Role, Record<string, string>>([
    ['full', bearer(file.api_token)],
    ['key', { 'x-api-key': file.api_token }],
    ['none', {}],
  ]);
  const features = new Set<Feature>(file.features);
  if (file.edge) features.add('edge');
  if (file.read_token) {
    credentials.set('read', bearer(file.read_token));
    features.add('read-only-token');
  }
  if (file.gateway_token) {
    credentials.set('gateway', bearer(file.gateway_token));
    features.add('gateway-token');
  }
  if (file.email && file.api_key) {
    credentials.set('legacy', { 'x-auth-email': file.email, 'x-auth-key': file.api_key });
    features.add('legacy-auth');
  }
  const webhook = toWebhook(file);
  if (webhook) features.add('webhook');
  const pages = readPages(file);
  if (pages) features.add('pages');
  const objects = toObjects(file);
  if (objects) features.add('object-storage');
  if (objects?.openUrl) features.add('object-storage-open');
  const interpreter = file.interpreter ? baseUrl(file.interpreter) : null;
  if (interpreter) features.add('code-interpreter');
  const worker = file.worker ? { url: baseUrl(file.worker), secret: file.worker_secret ?? null } : null;
  if (worker) features.add('bindings');
  if (file.name === 'touchstone') {
    for (const feature of mockFeatures) features.add(feature);
  }
  const given = givenIn(file);
  return {
    api: baseUrl(file.api),
    edge: file.edge ?? null,
    accountId: file.account_id ?? null,
    zoneId: file.zone_id ?? null,
    zoneName: file.zone_name ?? null,
    origin: file.origin ?? null,
    tlsCertificate: file.tls_certificate ?? null,
    webhook,
    pages,
    objects,
    interpreter,
    worker,
    features,
    given,
    credentials,
    secrets: [
      ...secretsIn(given),
      file.api_token,
      file.read_token,
      file.gateway_token,
      file.api_key,
      file.auth_key_secret,
      file.worker_secret,
    ].filter((secret): secret is string => typeof secret === 'string'),
  };
}

function toWebhook(file: z.output<typeof targetFileSchema>): WebhookSetting | null {
  const { webhook_certificate: certificate, webhook_host: host, webhook_port: port } = file;
  return certificate ? { certificate, host: host ?? '127.0.0.1', port: port ?? 0 } : null;
}

function readPages(file: z.output<typeof targetFileSchema>): PagesSetting | null {
  const here = isLoopbackHost(new URL(file.api).hostname) ? '127.0.0.1' : undefined;
  const host = file.pages_host ?? here;
  return host === undefined ? null : { host, port: file.pages_port ?? 0 };
}

function toObjects(file: z.output<typeof targetFileSchema>): ObjectsSetting | null {
  const { objects: url, objects_open: openUrl, auth_key_secret: secret, allowed_key: allowedKey } = file;
  const authorizing = url && secret && allowedKey ? { url: baseUrl(url), secret, allowedKey } : null;
  if (!authorizing && !openUrl) return null;
  return { authorizing, openUrl: openUrl ? baseUrl(openUrl) : null };
}

const baseUrl = (given: string) => given.replace(/\/+$/, '');

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
