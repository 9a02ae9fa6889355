import type { MockOptions } from '../../../mock/assembly/options.ts';
import { getPatches, MutantError, type Patches, type Tamper } from '../mutant.ts';

/** Our own server with a patch of its code, with changed exchanges, or with other options. */
type Change =
  | Patches
  | { readonly tamper: Tamper }
  | {
      readonly mock: Pick<MockOptions, 'platformLimits' | 'seed' | 'stances'>;
    };

/** A server that differs from ours in one point, and violates no sentence of a seed. */
export type Variation = {
  /** The difference in words: `creates-configurations-with-201`. */
  readonly id: string;
  /** What the seeds leave open, so that the difference is lawful. */
  readonly because: string;
  /** Suites, or prefixes of their names, that may notice. */
  readonly suites: readonly string[];
  /** Whether the target hides that it is our mock: without the admin interface and the features that need it. */
  readonly foreign?: true;
} & Change;

/**
 * Checks a list of variations and returns it.
 *
 * @throws MutantError for a repeated or invalid id, for a variation without a suite, and for a patch that changes
 * nothing
 */
export function defineVariations(list: readonly Variation[]): readonly Variation[] {
  const seen = new Set<string>();
  for (const variation of list) {
    const { id, suites } = variation;
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(id)) {
      throw new MutantError('variation-id', `${id} is not an id such as creates-configurations-with-201`);
    }
    if (seen.has(id)) throw new MutantError('variation-id', `Two variations have the id ${id}`);
    seen.add(id);
    if (suites.length === 0) throw new MutantError('variation-suites', `${id} names no suite`);
    for (const { file, replace, by } of getPatches(variation)) {
      if (replace === '' || replace === by) {
        throw new MutantError('variation-patch', `${id}: the patch of ${file} changes nothing`);
      }
    }
  }
  return list;
}
