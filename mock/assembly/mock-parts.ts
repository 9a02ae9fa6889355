import type { Certainty } from '../../spec/certainty.ts';
import { isGatewayHost, isRemote } from '../../spec/url.ts';
import { isBesideContract } from '../../spec/v4/register/names.ts';
import { RateLimit } from '../api/access/rate-limit.ts';
import { type App, type AppParts, createApp } from '../api/app.ts';
import { type MoreOperations, Operations } from '../api/operations.ts';
import type { BindingsParts } from '../bindings/bindings.ts';
import { type Buckets, createBuckets } from '../bindings/buckets/buckets.ts';
import { Faults } from '../control/faults/faults.ts';
import { Overrides } from '../control/override.ts';
import type { OpenedDocuments } from '../documents/open-documents.ts';
import { listMoreIds } from '../documents/openapi-option.ts';
import { fetchOrigin } from '../edge/origin/fetch-origin.ts';
import { builtInOrigin, type Origin } from '../edge/origin/origin.ts';
import { type BrowserEngine, createBrowser } from '../engines/browser/index.ts';
import { createPython, type PythonEngine } from '../engines/python/index.ts';
import { lazyExport } from '../seed/lazy-export.ts';
import { afterSeeds, type SeedOption, SeedStart } from '../seed/seed-start.ts';
import type { ArtifactsParts } from '../services/artifacts/artifacts-parts.ts';
import { createArtifactsParts, createGitPlane } from '../services/artifacts/index.ts';
import { noBrowser } from '../services/browser-rendering/no-browser.ts';
import type { Renderer } from '../services/browser-rendering/renderer.ts';
import type { SharedRunParts } from '../services/create-run-parts.ts';
import { lazyServices } from '../services/index.ts';
import { explainModelRun } from '../services/inference/explain-model-run.ts';
import { createModels, type Models } from '../services/inference/model-backend.ts';
import { passingState } from '../services/passing-state.ts';
import { createEntitlement } from '../services/token-validation/entitlement.ts';
import type { TouchstoneParts } from '../services/touchstone/touchstone-service.ts';
import { findCreatedTokens } from '../world/created-tokens.ts';
import { type Actor, type Credentials, createCredentials } from '../world/credentials.ts';
import { type Defaults, worldDefaults } from '../world/defaults.ts';
import { IdSource } from '../world/ids.ts';
import { Lazy } from '../world/lazy.ts';
import { Snapshots } from '../world/snapshots.ts';
import { StanceSettings } from '../world/stances.ts';
import { Tenants } from '../world/tenants/tenants.ts';
import { World } from '../world/world.ts';
import type { MockOptions } from './options.ts';

/** The parts of one mock, without its planes. */
export interface MockParts {
  readonly options: MockOptions;
  readonly basis: Certainty;
  readonly defaults: Defaults;
  readonly world: World;
  readonly credentials: Credentials;
  readonly rateLimit: RateLimit;
  readonly models: Models;
  readonly overrides: Overrides;
  readonly tenants: Tenants;
  readonly faults: Faults;
  readonly snapshots: Snapshots;
  readonly browser: BrowserEngine;
  readonly python: PythonEngine;
  readonly inference: Lazy<SharedRunParts>;
  readonly renderer: Lazy<Renderer>;
  readonly artifacts: ArtifactsParts;
  readonly buckets: Buckets;
  readonly zones: ZoneSettings;
}

/** How zone traffic is judged and where it goes, which may change while the mock runs. */
interface ZoneSettings {
  origin: Origin;
  leewaySeconds: number | undefined;
}

/**
 * Creates the parts of a mock. Heavy parts are loaded on first use.
 *
 * @param api returns the base URL of the API, null if the mock does not listen
 */
export function createMockParts(options: MockOptions, api: () => string | null): MockParts {
  const { seed = 1, randomTokens } = options;
  const defaults: Defaults = { ...worldDefaults, ...options.secrets };
  const stances = new StanceSettings(options.stances);
  const world = new World({
    tenants: options.tenants ?? 'strict',
    seed,
    starts: options.state?.starts,
    randomTokens,
    platformLimits: options.platformLimits ?? 'frontier',
    scannedWords: options.guardrails?.words,
    journalBytes: options.journalBytes,
    stances,
  });
  const rateLimit = new RateLimit(options.rateLimit);
  const models = createModels(options.models, { seed });
  world.journal.explainBy((exchange) => explainModelRun(models.replies, exchange));
  const overrides = new Overrides();
  const faults = new Faults(seed, () => listMoreIds(options));
  world.join(overrides);
  world.join(faults);
  const credentials = createCredentials(options.tokens ?? [], defaults, findCreatedTokens(world));
  // After a restart the same seed would repeat ids that clients may still hold.
  const tenantIds = new IdSource(~seed, options.state?.starts, randomTokens);
  const browser = chooseBrowser(options.browser, api);
  const inference = new Lazy(async () => {
    const { createRunParts } = await import('../services/create-run-parts.ts');
    const { gatewayHeader = 'required', webhooks, guardrails } = options;
    const { scanner } = guardrails ?? {};
    const { backend, names: namesModel } = models;
    return createRunParts({ world, backend, namesModel, gatewayHeader, scanner, webhooks });
  });
  const renderer = new Lazy(async () => {
    const { createRenderer } = await import('../services/browser-rendering/renderer.ts');
    return createRenderer({ world, browser });
  });
  world.join(passingState({ inference, renderer, rateLimit }));
  const tenants = new Tenants({ world, credentials, ids: tenantIds });
  // The parts above are what it restores.
  if (options.state) world.keepAt(options.state);
  return {
    options,
    basis: options.basis ?? 'schema',
    defaults,
    world,
    credentials,
    rateLimit,
    models,
    overrides,
    tenants,
    faults,
    snapshots: new Snapshots({
      remember: () => world.snapshot(),
      timestamp: () => world.clock.timestamp(),
    }),
    browser,
    python: choosePython(options.python),
    inference,
    renderer,
    artifacts: createArtifactsParts(world, options.repositories, options.imports),
    buckets: createBuckets(world, options.buckets),
    zones: { origin: getOrigin(options.origin), leewaySeconds: options.leewaySeconds },
  };
}

/** The planes of a mock, which wait for its seeds. */
export interface MockPlanes {
  /** API, admin interface and remotes of Git. */
  readonly fetch: App['fetch'];
  /** Traffic of zones; `passOn` does not wait for the seeds. */
  readonly edge: App['fetch'];
  readonly passOn: App;
  readonly start: SeedStart | undefined;
  /** OpenAPI documents and the register, opened by the first request that can be theirs; undefined without any. */
  readonly documents: Lazy<OpenedDocuments> | undefined;
  /** Makes the planes anew that read their settings once: zone traffic and Git. */
  renew(): void;
}

/** @param admin functions of the mock for the admin interface */
export function createPlanes(parts: MockParts, admin: Pick<TouchstoneParts, 'info' | 'reset'>): MockPlanes {
  const { options, basis, defaults, world, credentials, rateLimit, models, faults, snapshots } = parts;
  const { buckets, artifacts } = parts;
  const { replies } = models;
  const documents = lazyDocuments(options);
  const exported = lazyExport({ world, credentials, replies, faults, buckets, documents });
  const services = lazyServices({
    options,
    inference: () => parts.inference.get(),
    renderer: () => parts.renderer.get(),
    backend: models.backend,
    artifacts,
    touchstone: {
      ...admin,
      replies,
      faults,
      snapshots,
      buckets,
      exported,
      tenants: parts.tenants,
      send: (plane, request) => (plane === 'edge' ? planes.edge(request) : planes.fetch(request)),
    },
  });
  const appParts: AppParts = {
    world,
    credentials,
    rateLimit,
    operations: new Operations(services, parts.overrides, documents && toOperations(documents, options)),
    faults,
    admit: createEntitlement(options.unentitledZones ?? []),
    basis,
    adminToken: options.adminToken,
  };
  const api = createApp(appParts);
  const createGit = () => createGitPlane({ ...artifacts, faults, basis, profile: options.gitProfile });
  let git = createGit();
  const gatewayHost = new Lazy(async () => {
    const { createGatewayHost } = await import('../services/ai-gateway/gateway-host/gateway-host.ts');
    const as = (caller: Actor) =>
      createApp({ ...appParts, credentials: { ...credentials, byToken: () => caller } });
    return createGatewayHost({
      world,
      credentials,
      api: (caller) => (caller ? as(caller) : api).fetch,
    });
  });
  let newestEdge = lazyEdge(parts);
  const edge: App = { fetch: (...sent) => newestEdge.fetch(...sent) };
  const client = async () =>
    (await import('../seed/seed-client.ts')).seedClient(appParts, services, defaults.apiToken);
  const seedParts = { world, credentials, artifacts, replies, faults, buckets, documents, client };
  const seeds = getSeeds(options);
  const start = seeds.length === 0 ? undefined : new SeedStart(seedParts, seeds, world.isRestored);
  if (!start || world.isRestored) world.keeper?.begin();
  const planes: MockPlanes = {
    fetch: afterSeeds(start, async (request, peer) => {
      if (isRemote(request.url)) return git.fetch(request);
      if (isGatewayHost(request.url)) return (await gatewayHost.get())(request, peer);
      return api.fetch(request, peer);
    }),
    edge: afterSeeds(start, edge.fetch),
    passOn: edge,
    start,
    documents,
    renew() {
      git = createGit();
      newestEdge = lazyEdge(parts);
    },
  };
  return planes;
}

/** OpenAPI documents and the register of the API; undefined without any. */
function lazyDocuments({ openapi, v4 = true, samples = false }: MockOptions): MockPlanes['documents'] {
  const documents = openapi === undefined ? [] : [openapi].flat();
  if (documents.length === 0 && !v4) return undefined;
  return new Lazy(async () => {
    const { OpenedDocuments } = await import('../documents/open-documents.ts');
    return new OpenedDocuments({ documents, v4, samples });
  });
}

/** Opens documents for the first request that can be theirs: the register has nothing of the contract's. */
const toOperations = (documents: Lazy<OpenedDocuments>, { openapi }: MockOptions): MoreOperations => ({
  match: async (method, path, own) =>
    own && openapi === undefined && !isBesideContract(path)
      ? undefined
      : (await documents.get()).match(method, path, own),
  others: (path) => documents.made?.others(path) ?? [],
  handler: (id) => documents.made?.handler(id),
});

/** Initial contents of the world; custom models come from the model options too. */
function getSeeds({ models, seeds = [] }: MockOptions): SeedOption[] {
  const own = models?.catalogue ? [{ models: [...models.catalogue] }] : [];
  return [...own, ...[seeds].flat()];
}

/** The edge, loaded with the first request to a zone. */
function lazyEdge({ zones, basis, world, faults }: MockParts): App {
  const edge = new Lazy(async () => {
    const [{ createEdge }, { markdownStream: markdown }] = await Promise.all([
      import('../edge/edge.ts'),
      import('../engines/markdown/index.ts'),
    ]);
    const { origin, leewaySeconds = world.stances.get('token-validation.leeway') } = zones;
    return createEdge({ world, origin, faults, basis, leewaySeconds, markdown });
  });
  return { fetch: async (request, peer) => (await edge.get()).fetch(request, peer) };
}

/** The parts that bindings use. @param api returns the base URL of the API, null if the mock does not listen */
export function getBindingsParts(
  { world, artifacts, inference, buckets, python, basis }: MockParts,
  api: () => string | null,
): BindingsParts {
  return {
    world,
    artifacts,
    inference: () => inference.get(),
    buckets,
    python,
    basis,
    origin: () => new URL(api() ?? 'http://localhost:4800').origin,
  };
}

/** Returns the browser that the options choose. */
function chooseBrowser(browser: MockOptions['browser'], api: () => string | null): BrowserEngine {
  if (browser === false) return noBrowser;
  if (browser !== undefined && 'visit' in browser) return browser;
  // The path of a TLS request is not visible, so it might be the admin interface.
  return createBrowser({ ...browser, closedPort: () => getTlsPort(api()) });
}

function getTlsPort(api: string | null): number | undefined {
  return api?.startsWith('https:') ? Number(new URL(api).port || 443) : undefined;
}

/** Returns the Python engine that the options choose. */
function choosePython(python: MockOptions['python']): PythonEngine {
  return python !== undefined && 'run' in python ? python : createPython(python);
}

/** Returns the origin of zones that the options choose. */
export function getOrigin(origin: MockOptions['origin']): Origin {
  if (origin === undefined) return builtInOrigin;
  return typeof origin === 'string' ? fetchOrigin(origin) : origin;
}
