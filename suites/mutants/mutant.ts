import type { Bound } from '../../spec/bound.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** Replaces one text in one file. */
export interface Patch {
  /** Path from the root of the project: `mock/...` or `spec/...`. */
  readonly file: string;
  /** Text that occurs in the file exactly once. */
  readonly replace: string;
  readonly by: string;
}

/** One patch or several. */
export type Patches = Patch & { readonly and?: readonly Patch[] };

/** Changes of exchanges, for a fault that no patch expresses. */
export interface Tamper {
  /** API (with Git and the admin interface), zone traffic, or an example application. Defaults to the API. */
  readonly plane?: 'api' | 'edge' | 'objects' | 'interpreter';
  readonly request?: (request: Request) => Request | Promise<Request>;
  readonly response?: (response: Response, request: Request) => Response | Promise<Response>;
}

/** A bound of the contract that the server handles wrongly. */
export interface WrongBound extends Bound {
  /**
   * The server's replacement for a value that it should have refused; defaults to the value of the last valid request.
   */
  readonly sample?: unknown;
  /** Whether the server counts the length of a text in bytes of UTF-8. */
  readonly inBytes?: true;
}

/**
 * Special setup that the requirement needs: `leeway` allows a minute of clock skew; `unframed` answers zone traffic
 * without a socket, since Bun replaces framing headers.
 */
export type Setting = 'leeway' | 'unframed';

interface Setup {
  /** Text in the id of the test to run first, if many are bound to the requirement. */
  readonly first?: string;
  readonly setting?: Setting;
  /** Why its answers can't fit the schema, for requirements about the shape of answers. */
  readonly unfit?: string;
}

/** Our own server with a patch of its code, with changed exchanges, or with one wrong bound of its contract. */
type Fault = Patches | { readonly tamper: Tamper } | { readonly bound: WrongBound };

/** A server that violates one requirement, as data. */
export type Mutant = {
  /** The fault in words: `takes-a-key-without-kid`. */
  readonly id: string;
  /** The one sentence that it violates. */
  readonly requirement: KnownRequirementId;
} & Setup &
  Fault;

/** The layer that is wrong; `exchange` for changed exchanges. */
export type MutantLayer = 'engine' | 'service' | 'edge' | 'core' | 'contract' | 'exchange';

/** A mutant has an invalid description. */
export class MutantError extends TouchstoneError {}

const layers: readonly (readonly [prefix: string, layer: MutantLayer])[] = [
  ['mock/engines/', 'engine'],
  ['mock/services/', 'service'],
  ['mock/apps/', 'service'],
  ['mock/bindings/', 'service'],
  ['mock/edge/', 'edge'],
  ['mock/', 'core'],
  ['spec/', 'contract'],
];

/** The layer of a mutant's first change. */
export function getLayer(mutant: Mutant): MutantLayer {
  if ('bound' in mutant) return 'contract';
  if (!('file' in mutant)) return 'exchange';
  const found = layers.find(([prefix]) => mutant.file.startsWith(prefix));
  if (!found) throw new MutantError('mutant-file', `${mutant.id}: ${mutant.file} is not part of the mock`);
  return found[1];
}

/** All replacements of a mutant or a lawful variation. */
export function getPatches(changed: Patches | { readonly id: string }): readonly Patch[] {
  return isPatched(changed) ? [changed, ...(changed.and ?? [])] : [];
}

const isPatched = (changed: object): changed is Patches => 'file' in changed;

/**
 * Describes a mutant: the requirement that it violates, its fault, and the change.
 *
 * @example
 * mutant('TV-KEY-4', 'takes-a-key-without-kid', {
 *   file: 'mock/engines/jose/read-key.ts',
 *   replace: 'if (kid === undefined)',
 *   by: 'if (false)',
 * });
 */
export const mutant = (requirement: KnownRequirementId, id: string, how: Setup & Fault): Mutant => ({
  id,
  requirement,
  ...how,
});

/**
 * Checks a list of mutants and returns it.
 *
 * @throws MutantError for a repeated or invalid id, and for a patch that changes nothing.
 */
export function defineMutants(list: readonly Mutant[]): readonly Mutant[] {
  const seen = new Set<string>();
  for (const mutant of list) {
    const { id } = mutant;
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(id)) {
      throw new MutantError('mutant-id', `${id} is not an id such as takes-a-key-without-kid`);
    }
    if (seen.has(id)) throw new MutantError('mutant-id', `Two mutants have the id ${id}`);
    seen.add(id);
    for (const { file, replace, by } of getPatches(mutant)) {
      if (replace === '' || replace === by) {
        throw new MutantError('mutant-patch', `${id}: the patch of ${file} changes nothing`);
      }
    }
    getLayer(mutant);
  }
  return list;
}
