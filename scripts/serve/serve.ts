import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { createMock } from '../../mock/assembly/create-mock.ts';
import type { MockOptions } from '../../mock/assembly/options.ts';
import type { BucketHost } from '../../mock/bindings/buckets/buckets.ts';
import type { NamedDocument } from '../../mock/documents/openapi-option.ts';
import { SeedError } from '../../mock/seed/seed-problem.ts';
import type { StateFolder } from '../../mock/serve/state/state-folder.ts';
import { listen } from '../../mock/serve.ts';
import type { Secrets } from '../../mock/world/defaults.ts';
import { formatUnknownRequests } from '../../mock/world/journal-format.ts';
import type { JournalReader } from '../../mock/world/journal-reader.ts';
import { basePath } from '../../spec/endpoint.ts';
import type { RequestLogMode } from '../../spec/services/touchstone/request-log.ts';
import type { Info } from '../../spec/services/touchstone/schemas.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { toVisibleLine } from '../../spec/visible-text.ts';
import { readCertificates } from '../certificates.ts';
import { readSeeds, seedFailure } from '../seed/files.ts';
import { checkBrowser } from './browser.ts';
import type { RequestLog } from './log/request-log.ts';
import { giveBackMemory } from './memory.ts';
import { modelsRow, readModelOptions } from './models.ts';
import type { OpenApiOptions } from './openapi.ts';
import { readServeOptions, type ServeOptions } from './options.ts';
import { exposureWarning, getSecrets, isExposed, randomSecrets } from './secrets.ts';
import { readStances } from './stances.ts';
import type { ServeTls, ServeTlsOptions } from './tls.ts';
import type { Reloading } from './watch/open-reload.ts';
import type { FoundWorker, ServeWorkerOptions } from './worker.ts';
import { getZoneOrigin } from './zone-origin.ts';

/** Time that open requests get to finish after a stop signal. */
const graceMs = 10_000;

/**
 * The command `serve`: runs until it is stopped.
 *
 * @returns the exit code: 0 after SIGINT or SIGTERM, 2 when it could not start
 */
export async function serve(flags: Readonly<Record<string, unknown>>): Promise<number> {
  // The flag --seed names seed files; in the configuration file, `seed` is the seed of ids.
  const { json = false, seed: seeds, watch = false, ...rest } = flags;
  /** What to undo at the end, last first. */
  const cleanUps: (() => Promise<void>)[] = [];
  try {
    const given = { ...rest, seeds };
    const reloading = watch ? await openReload() : undefined;
    const options = await readServeOptions(given, process.env, reloading?.importConfig);
    reloading?.assertFiles(given, options);
    const {
      port,
      host,
      publicHost,
      cors,
      tls,
      tlsCert,
      tlsKey,
      state,
      objectsAuth,
      objectsS3,
      worker,
      bindings,
      log: logMode = json ? 'none' : 'pretty',
      ...others
    } = options;
    const { apiToken, readToken, gatewayToken, apiKey, authKeySecret, ...behaviour } = others;
    const ownWorker = (worker ?? bindings) ? await openWorker({ worker, bindings }, reloading) : undefined;
    const kept = state === undefined ? undefined : await openState(state);
    if (kept) cleanUps.push(kept.close);
    if (kept?.notice !== undefined) console.error(`touchstone: ${toVisibleLine(kept.notice)}`);
    sweepTemporaryFolders().catch(() => {});
    const encryption = await openTls({ tls, tlsCert, tlsKey, host, publicHost, state });
    if (encryption) cleanUps.push(encryption.remove);
    const buckets =
      (objectsS3 === undefined ? kept?.buckets : await openS3Buckets(objectsS3)) ??
      (await openTemporaryBuckets(cleanUps));
    const mock = createMock({
      ...(await mockOptions(behaviour, reloading)),
      ...getSecrets(options, kept && isExposed(host) ? await kept.secrets(randomSecrets) : undefined),
      state: kept?.state,
      repositories: kept?.host,
      buckets,
    });
    await mock.ready();
    mock.announce({
      origin: options.zoneOrigin ?? null,
      tls_certificate: encryption?.trust ?? null,
      state: state === undefined ? null : resolve(state),
    });
    const log = logMode === 'none' ? undefined : await openLog(logMode, mock.journal);
    const planes = await listen(mock, {
      graceMs,
      publicHosts: [...machineNames(), ...(publicHost ?? [])],
      cors,
      objectsAuth,
      worker: ownWorker && (reloading?.swappable(ownWorker.on(mock)) ?? ownWorker.on(mock)),
      ...(port === undefined ? {} : { port }),
      ...(host === undefined ? {} : { host }),
      ...(encryption && { tls: encryption.tls }),
    });
    const stopGivingBack = giveBackMemory();
    cleanUps.push(async () => stopGivingBack());
    const stopped = stopSignal();
    console.log(json ? JSON.stringify(mock.info()) : table(mock.info(), options, logMode));
    log?.start();
    if (reloading) {
      const stop = reloading.start({ mock, flags: given, options, say: (line) => console.error(line) });
      cleanUps.push(async () => stop());
    }
    const warning = exposureWarning(options);
    if (warning !== undefined) console.error(warning);
    await stopped;
    const unknown = formatUnknownRequests(mock.unknown());
    if (unknown !== undefined) console.error(unknown.split('\n').map(toVisibleLine).join('\n'));
    await planes.close();
    await log?.end();
    await mock.quit();
    return 0;
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    console.error(error instanceof SeedError ? seedFailure(error) : `touchstone: ${error.message}`);
    return 2;
  } finally {
    for (const undo of cleanUps.reverse()) await undo();
  }
}

/** The name of this machine, if the runtime may read it: Deno needs `--allow-sys`. */
function machineNames(): readonly string[] {
  try {
    return [hostname()];
  } catch {
    return [];
  }
}

/** Options that set where `serve` listens, rather than how it behaves. */
type PlaneOption =
  | 'port'
  | 'host'
  | 'publicHost'
  | 'cors'
  | 'tls'
  | 'tlsCert'
  | 'tlsKey'
  | 'state'
  | 'objectsAuth'
  | 'objectsS3'
  | 'worker'
  | 'bindings'
  | 'log'
  | keyof Secrets;

async function mockOptions(
  {
    zoneOrigin,
    leeway,
    webhookAllowHost,
    webhookCa,
    upstream,
    upstreamKey,
    upstreamModel,
    record,
    replay,
    replaySpeed,
    replies,
    browser,
    allowPrivateNetwork = false,
    importHttp,
    seeds,
    stances,
    openapi,
    openapiOverlay,
    ...options
  }: Omit<ServeOptions, PlaneOption>,
  reloading: Reloading | undefined,
): Promise<MockOptions> {
  if (typeof browser === 'string') await checkBrowser(browser);
  const { follow = (documents) => documents }: Partial<Reloading> = reloading ?? {};
  return {
    ...options,
    ...(stances === undefined ? {} : { stances: await readStances(stances) }),
    ...(seeds === undefined ? {} : { seeds: follow(await readSeeds([seeds].flat())) }),
    ...(openapi === undefined ? {} : { openapi: await openDocuments({ openapi, openapiOverlay }) }),
    browser: browser !== false && { browser, privateNetwork: allowPrivateNetwork ? 'allowed' : 'loopback' },
    models: await readModelOptions({
      upstream,
      upstreamKey,
      upstreamModel,
      record,
      replay,
      replaySpeed,
      replies,
    }),
    imports: { plainHttp: importHttp },
    ...(leeway === undefined ? {} : { leewaySeconds: leeway }),
    ...(zoneOrigin === undefined ? {} : { origin: await getZoneOrigin(zoneOrigin) }),
    webhooks: {
      allowHosts: webhookAllowHost,
      ca: webhookCa === undefined ? undefined : await readCertificates(webhookCa),
      // Loaded with the first webhook.
      resolve: async (...host) => (await import('../../mock/serve/webhook-connect.ts')).resolveHost(...host),
      connect: async (post) => (await import('../../mock/serve/webhook-connect.ts')).webhookConnect(post),
    },
  };
}

/** Loads the reader of OpenAPI documents only when there is one. */
async function openDocuments(options: OpenApiOptions): Promise<readonly NamedDocument[]> {
  const { readDocuments } = await import('./openapi.ts');
  return readDocuments(options, (line) => console.error(`touchstone: ${line}`));
}

/** Removes what killed servers left behind, in the background. */
async function sweepTemporaryFolders(): Promise<void> {
  const { removeOrphans } = await import('../../mock/engines/browser/local/temporary-folder.ts');
  await Promise.all(
    ['objects', 'browser', 'cache', 'tls'].map((what) => removeOrphans(`touchstone-${what}-`)),
  );
}

/** Loads the log of requests only when there is one. */
async function openLog(mode: RequestLogMode, journal: JournalReader): Promise<RequestLog | undefined> {
  const { openRequestLog } = await import('./log/open-log.ts');
  return openRequestLog(mode, journal, process.stdout);
}

/** Loads the code that watches files only when they are watched. */
async function openReload(): Promise<Reloading> {
  const watching = await import('./watch/open-reload.ts');
  return watching.openReload();
}

/** Loads the certificate code only for HTTPS. */
async function openTls(options: ServeTlsOptions): Promise<ServeTls | undefined> {
  if (!options.tls && options.tlsCert === undefined && options.tlsKey === undefined) return undefined;
  const tls = await import('./tls.ts');
  return tls.openTls(options);
}

/** Loads the state code only when state is kept. */
async function openState(folder: string): Promise<StateFolder> {
  const { openStateFolder } = await import('../../mock/serve/state/state-folder.ts');
  return openStateFolder(folder);
}

/** Loads the reader of Worker configurations only when there is one, and warns about settings it ignores. */
async function openWorker(
  options: ServeWorkerOptions,
  reloading: Reloading | undefined,
): Promise<FoundWorker> {
  const { findWorker } = await import('./worker.ts');
  const found = await findWorker(options, reloading?.importWorker);
  for (const warning of found.warnings) console.error(`touchstone: ${warning}`);
  return found;
}

/** Loads the code for S3 only when it keeps the objects. */
async function openS3Buckets(url: string): Promise<BucketHost> {
  const s3 = await import('./s3.ts');
  return s3.openS3Buckets(url, process.env);
}

/** Buckets of a server without state: on disk, so that objects may be larger than memory. */
async function openTemporaryBuckets(cleanUps: (() => Promise<void>)[]): Promise<BucketHost> {
  const { temporaryBuckets } = await import('../../mock/serve/state/temporary-buckets.ts');
  const { host, remove } = temporaryBuckets();
  cleanUps.push(remove);
  return host;
}

function table(info: Info, options: ServeOptions, log: RequestLogMode): string {
  const origin = info.api?.slice(0, -basePath.length);
  const rows: readonly (readonly [string, string | null])[] = [
    ['API', info.api],
    ['Console', `${origin}/`],
    ['API reference', `${origin}/docs`],
    [
      'Zone traffic',
      `${info.edge?.replace('localhost', `api.${info.zone_name}`)} (any host of ${info.zone_name})`,
    ],
    ['Zone origin', info.origin ?? 'a built-in page (change it with --zone-origin)'],
    ...(info.tls_certificate === null
      ? []
      : [['Certificate', `${info.tls_certificate} (clients must trust it)`] as const]),
    ...applicationRows(info),
    [
      'State',
      info.state ??
        `in memory${options.objectsS3 === undefined ? ', objects in a temporary folder' : ''} (keep it with --state)`,
    ],
    ...(options.objectsS3 === undefined ? [] : [['Objects', options.objectsS3] as const]),
    ['Models', modelsRow(options)],
    ['Pages', pagesRow(options)],
    ['Account id', info.account_id],
    ['Zone id', info.zone_id],
    ['API token', info.api_token],
    ['Read-only token', info.read_token],
    ['Gateway token', info.gateway_token],
    ['E-mail', info.email],
    ['API key', info.api_key],
    ['Auth key secret', info.auth_key_secret],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  return [
    '',
    `  touchstone ${info.version}`,
    '',
    ...rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`),
    '',
    `  ${logSentences[log]}`,
    '  Press Ctrl-C to stop.',
    '',
  ].join('\n');
}

const logSentences: Readonly<Record<RequestLogMode, string>> = {
  pretty: 'Requests are logged below; --log errors shows only those that fail.',
  json: 'Requests are logged below, each as one line of JSON.',
  errors: 'Requests that fail are logged below.',
  none: 'Requests are not logged (change it with --log).',
};

function applicationRows({ objects, objects_open: open, interpreter, worker }: Info) {
  const rows: readonly (readonly [string, string | null])[] = [
    ['Object storage', objects],
    [objects === null ? 'Object storage' : '', open && `${open} (no authorization)`],
    ['Code interpreter', interpreter && `${interpreter}/run`],
    ['Worker', worker],
  ];
  return rows.filter(([, url]) => url !== null);
}

/** Describes which private networks rendered pages may reach. */
function pagesRow({ browser, allowPrivateNetwork = false }: ServeOptions): string {
  if (browser === false) return 'not rendered';
  return allowPrivateNetwork
    ? 'may reach this machine and its networks'
    : 'only those of this machine may reach it (change it with --allow-private-network)';
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
function stopSignal(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
