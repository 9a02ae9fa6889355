import { z } from 'zod';
import type { Feature } from '../../spec/requirement.ts';
import { TargetError } from './errors.ts';
import { isLoopbackHost } from './loopback.ts';
import { type Given, getSecrets, neededMembers, readGiven } from './needed/members.ts';
import type { PagesSetting } from './page-sites.ts';
import type { WebhookSetting } from './webhook-receiver.ts';

/** The id of an account or zone, in any form that a path allows. */
const id = z.string().regex(/^[^\s/?#]+$/, 'must be an id, without spaces and slashes');

const url = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

/**
 * A target as its file describes it. `serve --json` of this project prints such an object; other members are ignored.
 */
export const targetFileSchema = z.object({
  /** Marks the target as this project's own mock, which has the admin interface. */
  name: z.string().optional(),
  /** Base URL of the API, ending in the version segment; absent where the target has only services outside of it. */
  api: url.optional(),
  /** Base URL for zone traffic, which has the zone as Host; absent or null when it is not reachable. */
  edge: url.nullish(),
  /** Defaults to the account of the zone. */
  account_id: id.nullish(),
  /** Defaults to the zone that the API lists, if it lists only one. */
  zone_id: id.nullish(),
  zone_name: z.string().min(1).nullish(),
  /** A token that may read and write everything that the suites use; every API needs one. */
  api_token: z.string().min(1).optional(),
  /** A token that may only read. */
  read_token: z.string().min(1).nullish(),
  /** A token of the same account without any permission for token validation. */
  gateway_token: z.string().min(1).nullish(),
  /** The values of `X-Auth-Email` and `X-Auth-Key`. */
  email: z.string().min(1).nullish(),
  api_key: z.string().min(1).nullish(),
  /** PEM file of certificates to trust in addition to the usual ones, if API and edge use HTTPS. */
  tls_certificate: z.string().min(1).nullish(),
  /** The origin of the zone, if it is the fixture site of this project. */
  origin: z.string().nullish(),
  /** PEM file with the certificate of the webhook receiver, which the target trusts, and its key. */
  webhook_certificate: z.string().min(1).nullish(),
  /** Host by which the target reaches the webhook receiver; `127.0.0.1` by default. */
  webhook_host: z.string().min(1).nullish(),
  /** Port of the webhook receiver; a free one by default. */
  webhook_port: z.coerce.number().int().min(0).max(65_535).nullish(),
  /**
   * Host by which browsers of the target reach test pages on this machine, or a base URL that leads here. Defaults to
   * `127.0.0.1` for an API on this machine, and to none for any other.
   */
  pages_host: z.string().min(1).nullish(),
  /** Port of the test pages; a free one by default. */
  pages_port: z.coerce.number().int().min(0).max(65_535).nullish(),
  /** Base URL of the object-storage example; needs `auth_key_secret` and `allowed_key`. */
  objects: url.nullish(),
  /** Base URL of the object-storage example without its authorization step. */
  objects_open: url.nullish(),
  /** The secret for its `X-Custom-Auth-Key`. */
  auth_key_secret: z.string().min(1).nullish(),
  /** A key that is readable without the secret. */
  allowed_key: z.string().min(1).nullish(),
  /** Base URL of the code-interpreter example. */
  interpreter: url.nullish(),
  /** Base URL of the Worker of `fixtures/worker`, which forwards calls to its bindings. */
  worker: url.nullish(),
  /** The secret for the Worker's `X-Worker-Secret`; none by default. */
  worker_secret: z.string().min(1).nullish(),
  /** Optional features that the target claims, in addition to those that follow from other members. */
  features: z.array(z.string().min(1)).optional(),
  ...neededMembers,
});

export type TargetFile = z.input<typeof targetFileSchema>;

/** The names of a target's credentials. */
export const roles = ['full', 'read', 'gateway', 'legacy', 'key', 'none'] as const;

/**
 * `full` may do everything, `key` sends the same token as `x-api-key`, `none` sends no credentials, and `legacy` sends
 * the pair of e-mail and key.
 */
export type Role = (typeof roles)[number];

/** An implementation to test. */
export interface Target {
  /** Base URL of the API; the first URL of the target where it has none. */
  readonly api: string;
  readonly hasApi: boolean;
  readonly edge: string | null;
  readonly accountId: string | null;
  readonly zoneId: string | null;
  readonly zoneName: string | null;
  readonly origin: string | null;
  /** PEM file of certificates to trust in addition to the usual ones. */
  readonly tlsCertificate: string | null;
  /** Where to receive webhooks; null when the target can't send any to this machine. */
  readonly webhook: WebhookSetting | null;
  /** Where to serve test pages; null when the target can't reach this machine. */
  readonly pages: PagesSetting | null;
  /** The object-storage example; null where the target has none. */
  readonly objects: ObjectsSetting | null;
  /** Base URL of the code-interpreter example; null where the target has none. */
  readonly interpreter: string | null;
  /** The Worker that forwards calls to its bindings; null where the target has none. */
  readonly worker: WorkerSetting | null;
  readonly features: ReadonlySet<Feature>;
  /** What the target file supplies for tests. */
  readonly given: Given;
  /** Headers of each role; a missing role has no credentials. */
  readonly credentials: ReadonlyMap<Role, Readonly<Record<string, string>>>;
  /** Values that no report may show. */
  readonly secrets: readonly string[];
}

/** Base URLs of the object-storage example; at least one is set. */
export interface ObjectsSetting {
  readonly authorizing: AuthorizingObjects | null;
  /** The URL without the authorization step. */
  readonly openUrl: string | null;
}

/** The URL of the example as the seed has it. */
export interface AuthorizingObjects {
  readonly url: string;
  readonly secret: string;
  /** The key that is readable without the secret. */
  readonly allowedKey: string;
}

/** Base URL of the Worker of `fixtures/worker`. */
export interface WorkerSetting {
  readonly url: string;
  /** Null when it needs none. */
  readonly secret: string | null;
}

/** Features of this project's own mock that don't follow from other members. */
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
 * Creates a target from its validated description, with its roles and features.
 *
 * `edge`, `legacy-auth`, `read-only-token`, `gateway-token`, `webhook`, `pages`, `object-storage`,
 * `object-storage-open`, `code-interpreter` and `bindings` follow from the members that they need. `admin`, `events`
 * and `clock` follow if the target is this project's mock. A run probes for a `browser` when a test needs one.
 *
 * @example
 * createTarget(targetFileSchema.parse(JSON.parse(line))).features.has('edge')
 *
 * @throws TargetError when it names no URL
 */
export function createTarget(file: z.output<typeof targetFileSchema>): Target {
  const api = file.api ?? urlOutsideApi(file);
  if (api === undefined) {
    throw new TargetError(
      'target-missing',
      'No target: give its base URL, for example touchstone conform http://localhost:4800/client/v4',
    );
  }
  const token = file.api_token;
  const credentials = new Map<Role, Record<string, string>>([
    ['full', token === undefined ? {} : bearer(token)],
    ['none', {}],
  ]);
  if (token !== undefined) credentials.set('key', { 'x-api-key': token });
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
  const pages = readPages(file, api);
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
  const given = readGiven(file);
  return {
    api: baseUrl(api),
    hasApi: file.api !== undefined,
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
      ...getSecrets(given),
      file.api_token,
      file.read_token,
      file.gateway_token,
      file.api_key,
      file.auth_key_secret,
      file.worker_secret,
    ].filter((secret): secret is string => typeof secret === 'string'),
  };
}

/** The first URL of a target file other than that of the API. */
function urlOutsideApi(file: z.output<typeof targetFileSchema>): string | undefined {
  const remotes = (file.repo_tokens ?? []).map(({ remote }) => remote);
  const urls = [file.objects, file.objects_open, file.interpreter, file.worker, file.edge, ...remotes];
  return urls.find((one) => typeof one === 'string') ?? undefined;
}

function toWebhook(file: z.output<typeof targetFileSchema>): WebhookSetting | null {
  const { webhook_certificate: certificate, webhook_host: host, webhook_port: port } = file;
  return certificate ? { certificate, host: host ?? '127.0.0.1', port: port ?? 0 } : null;
}

function readPages(file: z.output<typeof targetFileSchema>, api: string): PagesSetting | null {
  const here = isLoopbackHost(new URL(api).hostname) ? '127.0.0.1' : undefined;
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
