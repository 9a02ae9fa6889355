import type { Requirement } from '../../spec/requirement.ts';
import { allRequirements } from '../../spec/requirements.ts';

/** Requirements by id. */
export type Catalogue = ReadonlyMap<string, Requirement>;

/** Creates a catalogue of the given requirements. */
export function createCatalogue(requirements: readonly Requirement[]): Catalogue {
  return new Map(requirements.map((requirement) => [requirement.id, requirement]));
}

/** Every requirement that a suite can be bound to. */
export const catalogue: Catalogue = createCatalogue(allRequirements);
