import type { Bound } from '../../spec/bound.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** One text of one file, replaced. */
export interface Patch {
  /** Path from the root of the project: `mock/...` or `spec/...`. */
  readonly file: string;
  /** Text that stands in the file exactly once. */
  readonly replace: string;
  readonly by: string;
}

/** One patch or several. */
export type Patches = Patch & { readonly and?: readonly Patch[] };

/** What happens to exchanges on their way, for a fault that no patch expresses. */
export interface Tamper {
  /** API (with Git and the admin interface), zone traffic, or an example application. Left out: the API. */
  readonly plane?: 'api' | 'edge' | 'objects' | 'interpreter';
  readonly request?: (request: Request) => Request | Promise<Request>;
  readonly response?: (response: Response, request: Request) => Response | Promise<Response>;
}

/** A bound of the contract that the server gets wrong. */
export interface WrongBound extends Bound {
  /**
   * What the server puts in the place of a value that it should have refused; left out, the value of the last valid
   * request.
   */
  readonly sample?: unknown;
  /** Whether the length of a text is counted in bytes of UTF-8. */
  readonly inBytes?: true;
}

/**
 * How a server is set up, where its requirement asks for more than usual: `leeway` forgives a minute of clock mismatch;
 * `unframed` answers zone traffic without a socket, since Bun puts its own in the place of headers that frame.
 */
export type Setting = 'leeway' | 'unframed';

interface Setup {
  /** Text in the id of the test that is to run first, where many are bound to the requirement. */
  readonly first?: string;
  readonly setting?: Setting;
  /** Why its answers can't fit the schema, for requirements that are about the shape of answers. */
  readonly unfit?: string;
}

/** Our own server with a patch in its code, with its exchanges tampered with, or with one bound of its contract wrong. */
type Fault = Patches | { readonly tamper: Tamper } | { readonly bound: WrongBound };

/** A server that breaks one requirement, as data. */
export type Mutant = {
  /** What the server does wrong, in words: `takes-a-key-without-kid`. */
  readonly id: string;
  /** The one sentence that it breaks. */
  readonly requirement: KnownRequirementId;
} & Setup &
  Fault;

/** Where a mutant is wrong; `exchange` for those that are tampered with. */
export type MutantLayer = 'engine' | 'service' | 'edge' | 'core' | 'contract' | 'exchange';

/** A mutant is not well described. */
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

/** The layer that a mutant changes first. */
export function getLayer(mutant: Mutant): MutantLayer {
  if ('bound' in mutant) return 'contract';
  if (!('file' in mutant)) return 'exchange';
  const found = layers.find(([prefix]) => mutant.file.startsWith(prefix));
  if (!found) throw new MutantError('mutant-file', `${mutant.id}: ${mutant.file} is not part of the mock`);
  return found[1];
}

/** Everything that a mutant or a lawful variation replaces. */
export function getPatches(changed: Patches | { readonly id: string }): readonly Patch[] {
  return isPatched(changed) ? [changed, ...(changed.and ?? [])] : [];
}

const isPatched = (changed: object): changed is Patches => 'file' in changed;

/**
 * Describes a mutant: the requirement that it breaks, what it does, and how.
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
 * @throws MutantError for an id that is repeated or no name, and for a patch that changes nothing.
 */
export function defineMutants(list: readonly Mutant[]): readonly Mutant[] {
  const seen = new Set<string>();
  for (const mutant of list) {
    const { id } = mutant;
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(id)) {
      throw new MutantError('mutant-id', `${id} is no id such as takes-a-key-without-kid`);
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
