import { ApiError } from '../../../spec/errors.ts';
import type { touchstoneEndpoints } from '../../../spec/services/touchstone/endpoints.ts';
import type { Info } from '../../../spec/services/touchstone/schemas.ts';
import type { Service } from '../../call.ts';
import type { Signals } from '../../edge/signals.ts';
import type { Replies } from '../../engines/models/index.ts';
import type { Faults } from '../../faults/faults.ts';
import type { ExportedSeed } from '../../seed/export/export-seed.ts';
import type { Snapshots } from '../../snapshots.ts';
import type { Tenants } from '../../tenants/tenants.ts';
import { createClockOperations } from './clock.ts';
import { selects } from './event-filter.ts';
import { eventStream } from './event-stream.ts';
import { createFaultOperations } from './faults.ts';
import { createGatewayConditionOperations } from './gateway-conditions.ts';
import { createModelReplyOperations } from './model-replies.ts';
import { createSnapshotOperations } from './snapshots.ts';
import { createTenantOperations } from './tenants.ts';

export interface TouchstoneParts {
  /** What `/_touchstone/info` says; asked at each call, since the planes may start later. */
  readonly info: () => Info;
  /** Puts the whole mock back to its start. */
  readonly reset: () => void;
  /** What models are told to reply. */
  readonly replies: Replies;
  /** What goes wrong on purpose. */
  readonly faults: Faults;
  /** The world as it was. */
  readonly snapshots: Snapshots;
  /** Reads the mock as a seed. */
  readonly exported: () => Promise<ExportedSeed>;
  /** Tenants that are made while the mock runs. */
  readonly tenants: Tenants;
}

/** The admin interface. */
export function createTouchstoneService({
  info,
  reset,
  replies,
  faults,
  snapshots,
  exported,
  tenants,
}: TouchstoneParts): Service<typeof touchstoneEndpoints> {
  return {
    ...createClockOperations(),
    ...createTenantOperations(tenants),
    ...createModelReplyOperations(replies),
    ...createFaultOperations(faults),
    ...createSnapshotOperations(snapshots),
    ...createGatewayConditionOperations(),

    'touchstone.info.get': () => ({ result: info() }),

    'touchstone.world.reset': () => {
      reset();
      return { result: { reset: true } };
    },

    'touchstone.seed.get': async () => {
      const { seed, leftOut } = await exported();
      return { result: { seed: { ...seed }, left_out: [...leftOut] } };
    },

    'touchstone.journal.list': ({ world, query }) => {
      const { account_id: accountId, zone_id: zoneId, status, limit, ...rest } = query;
      const wanted = { ...rest, accountId, zoneId, status: status === 0 ? undefined : status };
      return { result: world.journal.of({ accountId: wanted.accountId }).findAll(wanted, limit) };
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
      world.signals = await signalsOf(body);
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

/** @throws ApiError `body-invalid` for a field that is no signal, or a value of another type. */
async function signalsOf(body: unknown): Promise<Signals> {
  // Loaded here: it knows the fields of expressions, and with them all of their language.
  const { readSignals, SignalError } = await import('../../edge/signals.ts');
  try {
    return readSignals(body);
  } catch (error) {
    if (!(error instanceof SignalError)) throw error;
    const { field = '', message } = error;
    throw new ApiError('body-invalid', { field, problem: message }, `/${field}`, { cause: error });
  }
}
