import type { Requirement, RequirementId } from './requirement.ts';
import { defineRequirements } from './requirement.ts';
import { serviceRequirements } from './services/index.ts';
import { v4Requirements } from './v4/requirements.ts';

type KnownRequirement =
  | (typeof v4Requirements)[number]
  | Awaited<ReturnType<(typeof serviceRequirements)[number]>>['requirements'][number];

/** The existing ids, as a type: a test bound to another id does not compile. */
export type KnownRequirementId = KnownRequirement['id'];

const files = await Promise.all(serviceRequirements.map((load) => load()));

/** The requirements of all services. Importing it throws when two services define the same id. */
export const allRequirements: readonly KnownRequirement[] = defineRequirements([
  ...v4Requirements,
  ...files.flatMap(({ requirements }): readonly KnownRequirement[] => requirements),
]);

const byId: ReadonlyMap<RequirementId, Requirement> = new Map(allRequirements.map((one) => [one.id, one]));

/**
 * The requirement with this id, or undefined.
 *
 * @example
 * requirementById('TV-KEY-4')?.sentence // 'A key without a `kid` is never stored.'
 */
export function requirementById(id: string): Requirement | undefined {
  return byId.get(id as RequirementId); // a map lookup by a string that is no id finds nothing
}
