import { ApiError } from '../../../spec/errors.ts';
import type { clockEndpoints } from '../../../spec/services/touchstone/state.ts';
import type { Service } from '../../call.ts';
import { type Clock, ClockError } from '../../world/clock.ts';
import type { World } from '../../world/world.ts';

/** The operations that read and move clocks. */
export function createClockOperations(): Service<typeof clockEndpoints> {
  return {
    'touchstone.clock.get': ({ world, query }) => ({ result: clockState(clockOf(world, query)) }),

    'touchstone.clock.freeze': ({ world, query, body }) => {
      const clock = clockOf(world, query);
      move('at', () => clock.freeze(body?.at === undefined ? undefined : Date.parse(body.at)));
      return { result: clockState(clock) };
    },

    'touchstone.clock.advance': ({ world, query, body }) => {
      const clock = clockOf(world, query);
      move('seconds', () => clock.advance(body.seconds));
      return { result: clockState(clock) };
    },

    'touchstone.clock.release': ({ world, query }) => {
      const clock = clockOf(world, query);
      clock.release();
      return { result: clockState(clock) };
    },
  };
}

/** @throws ApiError `account-unknown` */
function clockOf(world: World, { account_id: id }: { readonly account_id?: string | undefined }): Clock {
  if (id === undefined) return world.clock;
  const account = world.account(id);
  if (!account) throw new ApiError('account-unknown');
  return account.clock;
}

/** @throws ApiError `body-invalid` where the clock can't show the time that a member leads to. */
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
