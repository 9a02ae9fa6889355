import { contract, type OperationId } from '../../spec/contract.ts';
import type { Endpoint, Method } from '../../spec/endpoint.ts';
import type { EdgeFetch } from './edge.ts';
import type { Target } from './target.ts';

/** How to ask a target. */
export interface Asking {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Sends the request to the edge; without it, the edge is not asked. */
  readonly edgeFetch?: EdgeFetch | null;
  /** Milliseconds until each answer must be complete. */
  readonly timeout: number;
  /** Services of the tests that run: nothing else is asked. */
  readonly services: ReadonlySet<string>;
  /** Path whose answer, of any kind, shows that the target is there; null if it must answer as the v4 API. */
  readonly presence?: string | null;
  /** Whether the run gets its repositories without the API. */
  readonly ownRepositories?: boolean;
}

/** An operation of the API that the probe asks. */
export interface Question {
  /** The service that owns it. */
  readonly service: string;
  /** It, or one whose answers look the same. */
  readonly id: OperationId;
  readonly method: Method;
  readonly path: string;
}

/** A URL outside the API. Any answer shows that it is there. */
export interface Place {
  readonly url: string;
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
}

/** What the probe asks. */
export interface Plan {
  readonly questions: readonly Question[];
  readonly places: readonly Place[];
  /** Services that only an API has, where the target names none, and why their tests are skipped. */
  readonly unnamed: readonly (readonly [service: string, reason: string])[];
  /** Whether a service can answer nowhere but in the API. */
  readonly needsApi: boolean;
  /** Flags of the ids without which some operations can't be asked. */
  readonly missing: readonly string[];
}

/** Why tests of a target without the API are skipped. */
export const noApi = 'the target names no API: set `api` to its base URL';

/** Operations that show whether a target has the API, and its zone. */
const general: readonly OperationId[] = ['user.token.verify', 'zones.zone.get'];

/** Operations that show whether a target has a service: those of the seeds, else some that change nothing. */
const shownBy: Readonly<Record<string, readonly OperationId[]>> = {
  rulesets: ['rulesets.zone.list', 'rulesets.zone.entrypoint.get'],
  'token-validation': [
    'token-validation.config.create',
    'token-validation.rule.bulk-create',
    'token-validation.rule.preview',
  ],
  inference: [
    'inference.run',
    'inference.chat-completions',
    'inference.responses',
    'inference.messages',
    'inference.to-markdown',
    'inference.models.search',
  ],
  'browser-rendering': ['browser-rendering.screenshot.create', 'browser-rendering.links.create'],
  artifacts: ['artifacts.repos.create'],
  zones: ['zones.zone.get', 'zones.zone.list'],
  user: ['user.token.verify'],
  settings: ['settings.setting.get', 'settings.setting.edit'],
  'custom-hostnames': ['custom-hostnames.hostname.list'],
  'api-gateway': ['api-gateway.operation.list'],
  analytics: ['analytics.graphql.query'],
  'ai-gateway': ['ai-gateway.gateway.list'],
  // What switches the conversion.
  markdown: ['rulesets.zone.list', 'settings.setting.get'],
};

/** Lists that show whether a target has a service of which the contract has no operation. */
const listedAt: Readonly<Record<string, string>> = {
  d1: '/accounts/{account_id}/d1/database',
  dns: '/zones/{zone_id}/dns_records',
  kv: '/accounts/{account_id}/storage/kv/namespaces',
};

/** Services that are applications with their own URL, and use nothing of the API. */
const applications: ReadonlySet<string> = new Set(['object-storage', 'code-interpreter', 'bindings']);

/** Plans what to ask: only what the chosen services and the description of the target name. */
export function getPlan(target: Target, asking: Asking): Plan {
  const { services, presence = null, ownRepositories = false } = asking;
  if (presence !== null) {
    const there = placeAt(`${target.api}${presence}`, asking);
    return { questions: [], places: [there], unnamed: [], needsApi: false, missing: [] };
  }
  const selected = [...services].filter((one) => !(one === 'artifacts' && ownRepositories));
  const places = placesOf(target, asking);
  const usesApi = selected.filter((one) => !applications.has(one));
  const onlyOfApi = usesApi.filter((one) => !places.has(one));
  const ofApi = target.hasApi ? usesApi : [];
  const needsApi = target.hasApi && onlyOfApi.length > 0;
  // Suites of other names may need any service.
  const own = ofApi.flatMap((one) =>
    one in listedAt ? [] : (shownBy[one] ?? Object.values(shownBy).flat()),
  );
  const lists = ofApi.flatMap((one) => (listedAt[one] === undefined ? [] : [toListQuestion(target, one)]));
  const ids = new Set(own.length + lists.length === 0 ? [] : [...general, ...own]);
  const questions = [...[...ids].map((id) => questionFor(target, id)), ...lists];
  const ofServices = [...own.map((id) => questionFor(target, id)), ...lists];
  const lacks = (variable: string) => ofServices.some(({ path }) => path.includes(`{${variable}}`));
  return {
    questions: questions.filter(({ path }) => !path.includes('{')),
    places: needsApi ? [] : selected.flatMap((one) => places.get(one) ?? []),
    unnamed: target.hasApi ? [] : onlyOfApi.map((one) => [one, noApi]),
    needsApi,
    missing: [...(lacks('zone_id') ? ['--zone-id'] : []), ...(lacks('account_id') ? ['--account-id'] : [])],
  };
}

/** A question about an operation; variables that the target does not name stay in its path. */
export function questionFor(target: Target, id: OperationId): Question {
  const { method, path }: Endpoint = contract[id];
  const service = id.split('.', 1)[0] ?? id;
  return { service, id, method, path: fillPath(target, path) };
}

const toListQuestion = (target: Target, service: string): Question => ({
  service,
  id: 'zones.zone.list',
  method: 'GET',
  path: fillPath(target, listedAt[service] ?? ''),
});

function fillPath({ accountId, zoneId, given }: Target, path: string): string {
  const known: Readonly<Record<string, string | null>> = {
    account_id: accountId,
    zone_id: zoneId,
    namespace: given.namespace ?? 'default',
    ruleset_phase: 'http_config_settings',
    setting_id: 'content_converter',
  };
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole);
}

/** Where a target has services outside the API, by service. */
function placesOf(target: Target, asking: Asking): ReadonlyMap<string, readonly Place[]> {
  const { objects, interpreter, worker, given } = target;
  const remotes = given.repoTokens.flatMap(({ remote }) =>
    remote ? [`${remote.replace(/\/$/, '')}/info/refs?service=git-upload-pack`] : [],
  );
  const urls: Readonly<Record<string, readonly (string | null | undefined)[]>> = {
    'object-storage': [objects?.authorizing?.url, objects?.openUrl],
    'code-interpreter': [interpreter],
    bindings: [worker?.url],
    artifacts: remotes.slice(0, 1),
  };
  const edge = edgePlace(target, asking);
  const found = Object.entries(urls).map(([service, some]): [string, Place[]] => [
    service,
    some.flatMap((url) => (url ? [placeAt(url, asking)] : [])),
  ]);
  return new Map([...found, ['markdown', edge ? [edge] : []] as const].filter(([, some]) => some.length > 0));
}

const placeAt = (url: string, { fetch }: Asking): Place => ({
  url,
  ask: async (signal) => {
    const { body } = await fetch(new Request(url, { redirect: 'manual', signal }));
    await body?.cancel();
  },
});

function edgePlace({ edge, given, zoneName }: Target, { edgeFetch }: Asking): Place | undefined {
  const host = given.hosts[0] ?? zoneName;
  if (edge === null || !edgeFetch || host === null) return undefined;
  const request = { method: 'GET', path: '/', host, headers: [], body: undefined };
  return { url: edge, ask: (signal) => edgeFetch(request, signal) };
}
