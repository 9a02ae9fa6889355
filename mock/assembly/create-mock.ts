import type { Contract, OperationId } from '../../spec/contract.ts';
import type { JournalEntry, WebhookDelivery } from '../../spec/services/touchstone/events.ts';
import type { Info, SecurityEvent } from '../../spec/services/touchstone/schemas.ts';
import type { App, Peer } from '../api/app.ts';
import type { AnyHandler } from '../api/call.ts';
import { explainPassed, type HandledPlaces } from '../api/explain-passed.ts';
import { type BindingsConfig, createBindings, type EnvOf } from '../bindings/bindings.ts';
import type { WorkerModule } from '../bindings/bucket/worker-fetch.ts';
import {
  createBackground,
  passOnTo,
  type ServeWorkerOptions,
  serveWorker,
} from '../bindings/worker/serve-worker.ts';
import type { Faults } from '../control/faults/faults.ts';
import type { Override } from '../control/override.ts';
import {
  type DocumentOverride,
  requireOperation,
  requireOwnOperation,
  toHandler,
} from '../documents/document-override.ts';
import { hasRead, listMoreIds, listServers } from '../documents/openapi-option.ts';
import type { BrowserEngine } from '../engines/browser/index.ts';
import type { Replies } from '../engines/models/index.ts';
import { afterSeeds, type ReseedOutcome } from '../seed/seed-start.ts';
import type { Clock } from '../world/clock.ts';
import { type Defaults, worldDefaults } from '../world/defaults.ts';
import type { BasisCount, Journal } from '../world/journal.ts';
import type { UnknownRoute } from '../world/journal-entry.ts';
import type { Snapshots } from '../world/snapshots.ts';
import type { TenantOptions } from '../world/tenants/tenants.ts';
import type { World } from '../world/world.ts';
import { createMockParts, createPlanes, getBindingsParts } from './mock-parts.ts';
import type { ChangedOptions, MockOptions } from './options.ts';
import { type Tenant, tenantOpener } from './tenant.ts';
import { version } from './version.ts';

/** URLs of the planes of a mock; null for one that does not listen. */
export type Planes = Pick<
  Info,
  | 'api'
  | 'edge'
  | 'objects'
  | 'objects_open'
  | 'interpreter'
  | 'worker'
  | 'origin'
  | 'tls_certificate'
  | 'state'
>;

/** A mock platform: its two planes as functions, its world, and the means to change and inspect it. */
export interface Mock {
  /**
   * Answers a request to the API (`/client/v4/...`), to the admin interface (`/_touchstone/...`), or to a remote of
   * Git (`/git/...`).
   */
  fetch(request: Request, peer?: Peer): Promise<Response>;
  /** Answers a request to a zone, chosen by the host of its URL. */
  edge(request: Request, peer?: Peer): Promise<Response>;
  /**
   * Overrides one operation and returns a function that removes the override. It may run the original (`original()`),
   * and throw an `ApiError` to refuse; any other error is answered with 500.
   *
   * @throws TouchstoneError `operation-unknown` for an id that the contract does not have
   * @example
   * mock.on('user.token.verify', () => ({ result: { id: '0'.repeat(32), status: 'expired' } }));
   */
  on<Id extends OperationId>(id: Id, handler: NoInfer<Override<Contract[Id]>>): () => void;
  /**
   * Overrides one operation of an OpenAPI document, by its id there, and returns a function that removes the override.
   *
   * @throws TouchstoneError `operation-unknown` for an id that no document has; it names similar ones
   * @example
   * mock.onDocument('lamps-list', async ({ original }) => ({ ...(await original()), headers: { 'x-cache': 'HIT' } }));
   * mock.onDocument('lamps-create', () => ({ status: 507, body: { error: 'no room' } }));
   */
  onDocument(id: string, handler: DocumentOverride): () => void;
  /**
   * Makes the `env` of a Worker, by the names of its variables. It uses the same resources as the API, without a token.
   *
   * @throws BindingsError for an invalid configuration
   * @example
   * const env = mock.bindings({ artifacts: [{ binding: 'REPOS', namespace: 'default' }] });
   */
  bindings<const Config extends BindingsConfig>(config: Config): EnvOf<Config>;
  /**
   * Runs a Worker on bindings of this mock, as a server does: errors become answers, deferred work is run, and requests
   * are in the journal.
   *
   * @throws BindingsError for an invalid configuration
   * @example
   * const fetch = mock.worker(module, { r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] });
   * await fetch(new Request('http://localhost/a', { method: 'PUT', body: 'text' }));
   */
  worker<const Config extends BindingsConfig>(
    module: WorkerModule<EnvOf<Config>>,
    config: Config,
    options?: ServeWorkerOptions,
  ): App['fetch'];
  /**
   * Creates an isolated account with a fresh zone, its own API token, clock and journal: for one test that runs in
   * parallel with others.
   *
   * @example
   * const tenant = mock.tenant();
   * tenant.clock.freeze(Date.parse('2030-01-01T00:00:00Z'));
   * await tenant.client.call('token-validation.config.list', { params: { zone_id: tenant.zoneId } });
   * tenant.remove();
   */
  tenant(options?: TenantOptions): Tenant;
  readonly world: World;
  readonly clock: Clock;
  readonly journal: Journal;
  /**
   * Model replies, which take precedence over every other model backend. A new set takes precedence over older ones.
   *
   * @example
   * mock.models.add(
   *   { match: { text: 'weather' }, reply: { text: 'Sunny.', timeToFirstTokenMs: 300 } },
   *   { match: { model: '@cf/*' }, times: 'once', reply: { error: { status: 429, reason: 'overloaded' } } },
   * );
   */
  readonly models: Replies;
  /**
   * Injected faults: statuses, delays, dropped connections, truncated bodies. A new fault takes precedence over older
   * ones.
   *
   * @example
   * mock.faults.add({ operation: 'zones.zone.get', status: 503, times: 'once' });
   * mock.faults.add({ operation: 'edge', latencyMs: 200, jitterMs: 100, rate: 0.1 });
   */
  readonly faults: Faults;
  /**
   * Named snapshots of the world: accounts, zones and their contents, and tokens. Clocks, ids and the journal go on,
   * and whatever tests have set (faults, overrides, model replies) stays.
   *
   * @example
   * mock.snapshots.take('seeded');
   * mock.snapshots.restore('seeded');
   */
  readonly snapshots: Snapshots;
  /** Renders pages; its `status` names the browser, or says why there is none. */
  readonly browser: BrowserEngine;
  /** Ids and credentials of the seeded world. */
  readonly defaults: Defaults;
  /** Security events of a zone, latest first; by default of the seeded zone. */
  events(zoneId?: string): SecurityEvent[];
  /** Webhooks of background runs, latest first, once all of these have finished. */
  webhooks(): Promise<WebhookDelivery[]>;
  /** The latest journal entry that satisfies the predicate. */
  findRequest(predicate: (entry: JournalEntry) => boolean): JournalEntry | undefined;
  /**
   * Requests since the start without an operation, or passed through by handlers although they look like ours, with
   * what was probably intended. Most frequent first.
   */
  unknown(): UnknownRoute[];
  /** Addresses of the APIs of its OpenAPI documents. */
  readonly servers: readonly URL[];
  /** Whether an OpenAPI document has a GET of a path, from the root of the host. */
  reads(path: string): boolean;
  /** Called by handlers for a request that they pass through; {@link unknown} lists it if it looks like one of ours. */
  passed(request: Pick<Request, 'method' | 'url'>, places: HandledPlaces): void;
  /** The basis of the answers since the start, by operation: `inferred` ones are our guess. The weakest first. */
  bases(): BasisCount[];
  /**
   * Resolves once the seeds of the options are applied. Requests wait for that by themselves; code that reads or
   * changes the world waits here first.
   *
   * @throws SeedError with all problems; each request then fails with it too
   */
  ready(): Promise<void>;
  /** Resolves once all `waitUntil` work of Workers has finished. */
  settled(): Promise<void>;
  /** Ends everything in the background: runs, batches, open streams, the browser, Python. */
  quit(): Promise<void>;
  /** Restores the initial state: resources, journal, events, clock, overrides. */
  reset(): void;
  /** Captures accounts and zones; the returned function restores them. */
  snapshot(): () => void;
  /**
   * Changes some options while the mock runs, as `serve --watch` does. The other state stays. Seeds are compared with
   * those before: records that are new or differ are put, those that are gone are removed, and what was made or changed
   * otherwise stays. Repositories of seeds are only created at the start.
   *
   * @throws SeedError, StanceError or ModelError for an invalid option, which has changed nothing then
   * @example
   * await mock.change({ seeds: await parseSeed('zones: [{ name: shop.localhost }]'), leewaySeconds: 5 });
   */
  change(options: ChangedOptions): Promise<ReseedOutcome>;
  /** Facts about this mock, as the admin interface reports them. */
  info(): Info;
  /** Tells the mock the URLs of its planes, for {@link info}. */
  announce(planes: Partial<Planes>): void;
}

const silent: Planes = {
  api: null,
  edge: null,
  objects: null,
  objects_open: null,
  interpreter: null,
  worker: null,
  origin: null,
  tls_certificate: null,
  state: null,
};

/**
 * Creates a mock with its own world; two mocks in one process share nothing.
 *
 * @example
 * const mock = createMock();
 * const answer = await mock.fetch(
 *   new Request('http://localhost/client/v4/user/tokens/verify', {
 *     headers: { authorization: `Bearer ${mock.defaults.apiToken}` },
 *   }),
 * );
 */
export function createMock(options: MockOptions = {}): Mock {
  let planes = silent;
  let changes = 0;
  const parts = createMockParts(options, () => planes.api);
  const { defaults, world, models, overrides, tenants, faults, snapshots, inference, browser, python } =
    parts;
  const putOff = createBackground();
  const info = (): Info => ({ name: 'touchstone', version, ...planes, ...seededInfo(defaults) });
  const reset = () => {
    if (start?.state === 'putting') return void start.ready.then(reset, () => {});
    world.reset();
    models.reset();
    snapshots.clear();
    start?.putBack();
  };
  const mockPlanes = createPlanes(parts, { info, reset });
  const { fetch, edge, passOn, start, documents } = mockPlanes;
  const bindingsParts = getBindingsParts(parts, () => planes.api);
  const getTenant = tenantOpener({ world, tenants, overrides, faults, fetch, edge });

  return {
    fetch,
    edge,
    ready: () => start?.ready ?? Promise.resolve(),
    // The app only passes calls of this operation.
    on(id, handler) {
      requireOwnOperation(id);
      return overrides.set(id, handler as unknown as AnyHandler);
    },
    onDocument(id, handler) {
      requireOperation(id, listMoreIds(options));
      return overrides.set(
        id,
        toHandler(handler, () => documents?.made?.template(id) ?? ''),
      );
    },
    tenant: (tenantOptions) => getTenant(tenants.create(tenantOptions)),
    bindings: (config) => createBindings(bindingsParts, config),
    worker(module, config, workerOptions) {
      const { accountId } = config;
      const workerParts = {
        world,
        accountId,
        faults,
        env: (lengths: Parameters<typeof createBindings>[2]) =>
          createBindings(bindingsParts, config, lengths),
        passOn: passOnTo(passOn, world, accountId),
        onBackground: putOff.add,
      };
      return afterSeeds(start, serveWorker(module, workerParts, workerOptions));
    },
    settled: putOff.settled,
    world,
    clock: world.clock,
    journal: world.journal,
    models: models.replies,
    faults,
    snapshots,
    browser,
    defaults,
    async webhooks() {
      await inference.made?.background.settled();
      return [...world.webhooks.newestFirst()];
    },
    events: (zoneId = worldDefaults.zoneId) => [...(world.zone(zoneId)?.events.newestFirst() ?? [])],
    unknown: () => world.journal.unknown(),
    servers: listServers(options.openapi),
    reads: (path) => hasRead(options.openapi, path),
    passed({ method, url }, places) {
      const explanation = explainPassed(world, url, places);
      if (explanation) world.journal.notePassed({ method, url, explanation });
    },
    bases: () => world.journal.bases(),
    findRequest: (predicate) => world.journal.find(predicate),
    async quit() {
      inference.made?.stop();
      world.dismiss();
      world.keeper?.end();
      await Promise.all([
        browser !== options.browser && browser.close(),
        python !== options.python && python.close(),
      ]);
    },
    reset,
    snapshot: () => world.snapshot(),
    async change(changed) {
      const { changeMock } = await import('./change-mock.ts');
      return changeMock(parts, mockPlanes, changed, ++changes);
    },
    info,
    announce(added) {
      planes = { ...planes, ...added };
    },
  };
}

const seededInfo = (defaults: Defaults) => ({
  account_id: defaults.accountId,
  zone_id: defaults.zoneId,
  zone_name: defaults.zoneName,
  api_token: defaults.apiToken,
  read_token: defaults.readToken,
  gateway_token: defaults.gatewayToken,
  email: defaults.email,
  api_key: defaults.apiKey,
  auth_key_secret: defaults.authKeySecret,
  allowed_key: defaults.allowedKey,
});
