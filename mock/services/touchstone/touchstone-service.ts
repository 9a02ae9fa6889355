import { ApiError } from '../../../spec/errors.ts';
import { jsonPointer } from '../../../spec/mistake.ts';
import type { endpoints } from '../../../spec/services/touchstone/endpoints.ts';
import type { Fault, faultEndpoints } from '../../../spec/services/touchstone/faults.ts';
import type { Info } from '../../../spec/services/touchstone/schemas.ts';
import type {
  clockEndpoints,
  snapshotEndpoints,
  tenantEndpoints,
} from '../../../spec/services/touchstone/state.ts';
import type { Service } from '../../api/call.ts';
import type { Buckets } from '../../bindings/buckets/buckets.ts';
import { FaultError, type Faults } from '../../control/faults/faults.ts';
import type { Signals } from '../../edge/signals.ts';
import type { Replies } from '../../engines/models/index.ts';
import type { ExportedSeed } from '../../seed/export/export-seed.ts';
import { type Clock, ClockError } from '../../world/clock.ts';
import { SnapshotError, type Snapshots } from '../../world/snapshots.ts';
import type { TenantRecord, Tenants } from '../../world/tenants/tenants.ts';
import type { World } from '../../world/world.ts';
import { eventStream, selects } from './event-stream.ts';
import { createJournalOperations } from './journal.ts';
import { createGatewayConditionOperations, createModelReplyOperations } from './model-replies.ts';
import { createObjectOperations } from './objects.ts';
import { createRenderingOperations } from './renderings.ts';
import type { SendToPlane } from './replay.ts';

export interface TouchstoneParts {
  /** The content of `/_touchstone/info`; read at each call, since the planes may start later. */
  readonly info: () => Info;
  /** Resets the whole mock. */
  readonly reset: () => void;
  /** The scripted replies of models. */
  readonly replies: Replies;
  /** The scripted faults. */
  readonly faults: Faults;
  /** The stored snapshots. */
  readonly snapshots: Snapshots;
  /** The buckets of all accounts. */
  readonly buckets: Buckets;
  /** Exports the mock as a seed. */
  readonly exported: () => Promise<ExportedSeed>;
  /** Tenants created at run time. */
  readonly tenants: Tenants;
  /** Sends a request as a client would. */
  readonly send: SendToPlane;
}

/** The admin interface. */
export function createTouchstoneService({
  info,
  reset,
  replies,
  faults,
  snapshots,
  buckets,
  exported,
  tenants,
  send,
}: TouchstoneParts): Service<typeof endpoints> {
  return {
    ...createClockOperations(),
    ...createJournalOperations(send),
    ...createTenantOperations(tenants),
    ...createModelReplyOperations(replies),
    ...createFaultOperations(faults),
    ...createSnapshotOperations(snapshots),
    ...createGatewayConditionOperations(),
    ...createObjectOperations(buckets),
    ...createRenderingOperations(),

    'touchstone.info.get': () => ({ result: info() }),

    'touchstone.world.reset': () => {
      reset();
      return { result: { reset: true } };
    },

    'touchstone.seed.get': async () => {
      const { seed, leftOut } = await exported();
      return { result: { seed: { ...seed }, left_out: [...leftOut] } };
    },

    'touchstone.event.list': ({ zone, query }) => ({
      result: [...zone.events.newestFirst().filter(selects(query)).take(query.limit)],
    }),

    'touchstone.event.stream': ({ zone, query, lastEventId }) => ({
      stream: eventStream(zone.events, { selects: selects(query), lastEventId }),
    }),

    'touchstone.finetune-asset.get': ({ world, params }) => {
      const { account_id, finetune_id, file_name } = params;
      const account = world.account(account_id);
      if (!account) throw new ApiError('account-unknown');
      const finetune = account.finetunes.get(finetune_id.toLowerCase());
      if (!finetune) throw new ApiError('finetune-unknown', { id: finetune_id });
      const written = finetune.files.get(file_name);
      if (!written) throw new ApiError('finetune-asset-unknown', { id: finetune_id, name: file_name });
      const mediaType = file_name.endsWith('.json') ? 'application/json' : 'application/octet-stream';
      return { written, mediaType };
    },

    'touchstone.picture.get': ({ world, params: { account_id, picture_id: id } }) => {
      const account = world.account(account_id);
      if (!account) throw new ApiError('account-unknown');
      const picture = account.pictures.get(id.toLowerCase());
      if (!picture) throw new ApiError('picture-unknown', { id });
      return { written: picture.bytes, mediaType: picture.mediaType };
    },

    'touchstone.signals.get': ({ world }) => ({ result: Object.fromEntries(world.signals) }),

    'touchstone.signals.set': async ({ world, body }) => {
      world.signals = await getSignals(body);
      return { result: Object.fromEntries(world.signals) };
    },

    'touchstone.webhook.list': ({ world, query }) => {
      const { run_id: run, limit } = query;
      const asked = world.webhooks.newestFirst().filter((one) => run === undefined || one.run_id === run);
      return { result: [...asked.take(limit)] };
    },

    'touchstone.webhook.clear': ({ world }) => {
      const removed = world.webhooks.size;
      world.webhooks.clear();
      return { result: { removed } };
    },
  };
}

/** @throws ApiError `body-invalid` for a field that can't be a signal, or a value of another type. */
async function getSignals(body: unknown): Promise<Signals> {
  // Imported lazily: it loads the fields of expressions, and with them the whole language.
  const { readSignals, SignalError } = await import('../../edge/signals.ts');
  try {
    return readSignals(body);
  } catch (error) {
    if (!(error instanceof SignalError)) throw error;
    const { field = '', message } = error;
    throw new ApiError('body-invalid', { field, problem: message }, `/${field}`, { cause: error });
  }
}

/** The operations that read and move clocks. */
export function createClockOperations(): Service<typeof clockEndpoints> {
  return {
    'touchstone.clock.get': ({ world, query }) => ({ result: clockState(getClock(world, query)) }),

    'touchstone.clock.freeze': ({ world, query, body }) => {
      const clock = getClock(world, query);
      move('at', () => clock.freeze(body?.at === undefined ? undefined : Date.parse(body.at)));
      return { result: clockState(clock) };
    },

    'touchstone.clock.advance': ({ world, query, body }) => {
      const clock = getClock(world, query);
      move('seconds', () => clock.advance(body.seconds));
      return { result: clockState(clock) };
    },

    'touchstone.clock.release': ({ world, query }) => {
      const clock = getClock(world, query);
      clock.release();
      return { result: clockState(clock) };
    },
  };
}

/** @throws ApiError `account-unknown` */
function getClock(world: World, { account_id: id }: { readonly account_id?: string | undefined }): Clock {
  if (id === undefined) return world.clock;
  const account = world.account(id);
  if (!account) throw new ApiError('account-unknown');
  return account.clock;
}

/** @throws ApiError `body-invalid` when the clock can't represent the resulting time. */
function move(field: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof ClockError)) throw error;
    throw new ApiError('body-invalid', { field, problem: error.message }, `/${field}`, { cause: error });
  }
}

function clockState(clock: Clock) {
  return { now: clock.timestamp(), frozen: clock.frozen };
}

/** The operations that inject faults. */
export function createFaultOperations(faults: Faults): Service<typeof faultEndpoints> {
  return {
    'touchstone.fault.list': ({ query }) => ({ result: faults.list(query.account_id) }),

    'touchstone.fault.add': ({ body, query: { account_id: account } }) => {
      const fault = account === undefined ? body : { ...body, match: { ...body.match, account } };
      return { result: placed(faults, fault) };
    },

    'touchstone.fault.clear': ({ query }) => ({ result: { removed: faults.clear(query.account_id) } }),

    'touchstone.fault.remove': ({ params: { fault_id: id } }) => {
      if (!faults.remove(id)) throw new ApiError('fault-unknown', { id });
      return { result: { id } };
    },
  };
}

/** @throws ApiError `body-invalid` for an error in a fault that the contract can't detect */
function placed(faults: Faults, fault: Fault) {
  try {
    return faults.put(fault);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    const { path, problem } = error;
    const field = path.join('.') || 'the fault';
    throw new ApiError('body-invalid', { field, problem }, jsonPointer(path), { cause: error });
  }
}

/** The operations that save and restore the world. */
export function createSnapshotOperations(snapshots: Snapshots): Service<typeof snapshotEndpoints> {
  return {
    'touchstone.snapshot.list': () => ({ result: snapshots.list() }),
    'touchstone.snapshot.take': ({ body }) => ({ result: withApiErrors(() => snapshots.take(body.name)) }),
    'touchstone.snapshot.restore': ({ params: { snapshot_name: name } }) => ({
      result: withApiErrors(() => snapshots.restore(name)),
    }),
    'touchstone.snapshot.remove': ({ params: { snapshot_name: name } }) => {
      withApiErrors(() => snapshots.remove(name));
      return { result: { name } };
    },
  };
}

/** @throws ApiError when snapshots refuse; the contract has already checked the names */
function withApiErrors<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    const failure = error.code === 'snapshots-full' ? 'snapshots-full' : 'snapshot-unknown';
    throw new ApiError(failure, { problem: error.message }, undefined, { cause: error });
  }
}

/** The operations that create and remove tenants. */
export function createTenantOperations(tenants: Tenants): Service<typeof tenantEndpoints> {
  return {
    'touchstone.tenant.list': () => ({ result: tenants.list().map(shown) }),

    'touchstone.tenant.create': ({ body }) => ({ result: shown(tenants.create(body)) }),

    'touchstone.tenant.remove': ({ params: { tenant_id: id } }) => {
      if (!tenants.remove(id)) throw new ApiError('tenant-unknown', { id });
      return { result: { account_id: id } };
    },
  };
}

const shown = ({ name, accountId, zoneId, zoneName, apiToken }: TenantRecord) => ({
  name,
  account_id: accountId,
  zone_id: zoneId,
  zone_name: zoneName,
  api_token: apiToken,
});
