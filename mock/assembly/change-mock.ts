import { TouchstoneError } from '../../spec/touchstone-error.ts';
import type { ReseedOutcome, SeedOption, SeedStart } from '../seed/seed-start.ts';
import { createMockParts, createPlanes, getOrigin, type MockParts, type MockPlanes } from './mock-parts.ts';
import type { ChangedOptions, MockOptions } from './options.ts';

/** Thrown for seeds of a mock that was created without any. */
export class ChangeError extends TouchstoneError {}

/**
 * Changes options of a running mock; what can be refused comes first.
 *
 * @param number of the change, from 1
 */
export async function changeMock(
  parts: MockParts,
  { start, renew }: MockPlanes,
  changed: ChangedOptions,
  number: number,
): Promise<ReseedOutcome> {
  const { world, models, zones } = parts;
  if (changed.seeds !== undefined && !start) {
    throw new ChangeError(
      'change-seeds',
      'seeds: this mock was created without any; create it with an empty one (seeds: {})',
    );
  }
  let count = number * 2;
  const apart = (seeds: readonly SeedOption[]) => applyApart(parts.options, seeds, count++);
  const outcome =
    start && 'seeds' in changed
      ? await start.changeTo([changed.seeds ?? {}].flat(), apart)
      : { changed: 0, changesRepositories: false };
  if ('stances' in changed) world.stances.change(changed.stances ?? {});
  if ('replies' in changed) models.changeReplies(changed.replies ?? []);
  if ('origin' in changed) zones.origin = getOrigin(changed.origin);
  if ('leewaySeconds' in changed) zones.leewaySeconds = changed.leewaySeconds;
  if ('stances' in changed || 'origin' in changed || 'leewaySeconds' in changed) renew();
  return outcome;
}

/** Ids of seeds that are applied apart must not be those of records that users have made. */
const otherIds = 0x5eed_0000;

/** Applies seeds to a mock of their own. @throws SeedError */
async function applyApart(
  options: MockOptions,
  seeds: readonly SeedOption[],
  number: number,
): Promise<SeedStart> {
  const parts = createMockParts(
    {
      ...options,
      seeds,
      seed: (options.seed ?? 1) ^ (otherIds + number),
      state: undefined,
      repositories: undefined,
      buckets: undefined,
      browser: false,
    },
    () => null,
  );
  const info = () => {
    throw new TypeError('Seeds ask for no facts about a mock');
  };
  const { start } = createPlanes(parts, { info, reset() {} });
  if (!start) throw new TypeError('A mock with seeds starts with them');
  await start.ready;
  return start;
}
