import type { MockOptions } from '../../../mock/assembly/options.ts';
import { getPatches, MutantError, type Patches, type Tamper } from '../mutant.ts';

/** Our own server with a patch in its code, with its exchanges changed on their way, or with other options. */
type Change =
  | Patches
  | { readonly tamper: Tamper }
  | {
      readonly mock: Pick<MockOptions, 'platformLimits' | 'seed' | 'stances'>;
    };

/** A server that differs from ours in one point, and breaks no sentence of a seed. */
export type Variation = {
  /** What the server does otherwise, in words: `creates-configurations-with-201`. */
  readonly id: string;
  /** What the seeds leave open, so that this is lawful. */
  readonly because: string;
  /** Suites, or beginnings of their names, that might notice. */
  readonly suites: readonly string[];
  /** Whether the target is described as somebody else's: without the admin interface and what comes with it. */
  readonly foreign?: true;
} & Change;

/**
 * Checks a list of variations and returns it.
 *
 * @throws MutantError for an id that is repeated or no name, for one that names no suite, and for a patch that
 *   changes nothing
 */
export function defineVariations(list: readonly Variation[]): readonly Variation[] {
  const seen = new Set<string>();
  for (const variation of list) {
    const { id, suites } = variation;
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(id)) {
      throw new MutantError('variation-id', `${id} is no id such as creates-configurations-with-201`);
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
