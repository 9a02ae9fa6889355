import '../spec/require-node.ts';
import type { HttpHandler } from 'msw';
import { type Mock as CoreMock, createMock as createCore } from './assembly/create-mock.ts';
import type { MockOptions } from './assembly/options.ts';
import type { Tenant } from './assembly/tenant.ts';
import { createHandlers, type HandlerOptions } from './handlers.ts';
import { createTenantTests } from './runners/tenant-tests.ts';
import type { SeedDocument } from './seed/seed-document.ts';
import type { Listening, ListenOptions } from './serve.ts';
import type { TenantOptions } from './world/tenants/tenants.ts';

export { ApiError, type FailureName } from '../spec/errors.ts';
export type { Seed } from '../spec/seed-file/seed-schema.ts';
export type {
  ArtifactsBinding,
  ArtifactsRepo,
  CreatedArtifactsRepo,
} from '../spec/services/artifacts/binding.ts';
export type { StanceId, Stances } from '../spec/stances/index.ts';
export { inProcess, type Peer } from './api/app.ts';
export type { Answer, Call, Handler } from './api/call.ts';
export type { MockOptions } from './assembly/options.ts';
export { type Tenant, TenantError } from './assembly/tenant.ts';
export { ArtifactsError } from './bindings/artifacts/binding-call.ts';
export type { BindingsConfig, EnvOf } from './bindings/bindings.ts';
export type { WorkerContext, WorkerModule } from './bindings/bucket/worker-fetch.ts';
export type { BucketHost } from './bindings/buckets/buckets.ts';
export type { ServeWorkerOptions } from './bindings/worker/serve-worker.ts';
export type { AccountFaults, FaultInput, FaultOperation, Faults } from './control/faults/faults.ts';
export { FaultError } from './control/faults/faults.ts';
export type { OriginalAnswer, Override, OverrideCall } from './control/override.ts';
export type {
  DocumentOverride,
  DocumentOverrideAnswer,
  DocumentOverrideCall,
} from './documents/document-override.ts';
export type { Origin, OriginContext } from './edge/origin/origin.ts';
export type { BrowserEngine, BrowserOptions } from './engines/browser/index.ts';
export type {
  IncomingPack,
  RefChange,
  RepositoryStorage,
  StoredPack,
  StoredRepository,
} from './engines/git/repository-storage.ts';
export type { ModelBackend, Replies, Reply, ReplyContent } from './engines/models/index.ts';
export type { HandlerOptions } from './handlers.ts';
export { type ParseSeedOptions, parseSeed } from './seed/parse-seed.ts';
export { SeedDocument } from './seed/seed-document.ts';
export { type PlacedProblem, SeedError } from './seed/seed-problem.ts';
export type { SeedOption } from './seed/seed-start.ts';
export type { Listening, ListenOptions } from './serve.ts';
export type { RepositoryHost } from './services/artifacts/repository-registry.ts';
export type { ModelOptions, ReplayOptions } from './services/inference/model-backend.ts';
export { SnapshotError, type Snapshots } from './world/snapshots.ts';
export type { Change } from './world/state/change.ts';
export { KeptNode } from './world/state/kept-node.ts';
export type { StateHost } from './world/state/state-keeper.ts';
export type { TenantOptions } from './world/tenants/tenants.ts';

/** A mock platform with all its entry points. */
export interface Mock extends CoreMock {
  /** The mock as MSW request handlers. */
  handlers(options?: HandlerOptions): HttpHandler[];
  /** The mock on real ports, on Bun, Deno and Node. */
  listen(options?: ListenOptions): Promise<Listening>;
  /**
   * Makes the function of a test for any test runner: it runs in its own tenant, which is removed afterwards. If it
   * fails, the requests of the tenant are printed; `close()` prints those of tests whose time was up.
   *
   * @param run gets the tenant, and then what the runner passes
   * @param options by default the tenant has the name of the test, if the runner passes one
   * @example
   * test('knows its zone', mock.withTenant(async (tenant) => {
   *   const { body } = await tenant.client.call('zones.zone.get', { params: { zone_id: tenant.zoneId } });
   *   expect(body.result.name).toBe(tenant.zoneName);
   * }));
   */
  withTenant<Args extends readonly unknown[]>(
    run: (tenant: Tenant, ...args: Args) => unknown,
    options?: TenantOptions,
  ): (...args: Args) => Promise<void>;
  /** Stops the servers of `listen`, background runs, the browser, and open streams. */
  close(): Promise<void>;
}

/**
 * Creates a mock with its own world; two mocks in one process share nothing.
 *
 * @example
 * const mock = createMock({ tenants: 'on-demand' });
 * const { api, edge } = await mock.listen({ port: 0 });
 * await mock.close();
 */
export function createMock(options: MockOptions = {}): Mock {
  const core = createCore(options);
  const listening = new Set<Listening>();
  const tests = createTenantTests(core.tenant);
  return {
    ...core,
    withTenant: tests.withTenant,
    handlers: (handlerOptions) => createHandlers(core, handlerOptions),
    async listen(listenOptions) {
      // Imported here, so that importing a mock loads no server.
      const { listen } = await import('#listen');
      await core.ready();
      const planes = await listen(core, listenOptions);
      listening.add(planes);
      return planes;
    },
    async close() {
      tests.close();
      const all = [...listening];
      listening.clear();
      await Promise.all([core.quit(), ...all.map((planes) => planes.close())]);
    },
  };
}

/**
 * Reads a seed file for the option `seeds`: JSON if its name ends in `.json` or `.jsonc`, else YAML. Not in a page.
 *
 * @throws SeedError for a file that can't be read or parsed
 * @example
 * const mock = createMock({ seeds: await readSeed('touchstone.seed.yaml') });
 */
export async function readSeed(file: string): Promise<SeedDocument> {
  // Imported here, as it reads files.
  return (await import('#read-seed')).readSeed(file);
}
