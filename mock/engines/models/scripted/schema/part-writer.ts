import type { JsonSchema } from '../../backend.ts';
import type { Random } from '../random.ts';
import type { Hints, Place } from './place.ts';
import type { References } from './schema-node.ts';

/** That a way did not lead to a value; another may. Never leaves the folder. */
export class Unsatisfied extends Error {}

/** What the writers of lists and objects need for their parts. */
export interface PartWriter {
  readonly references: References;
  readonly hints: Hints;
  readonly random: Random;
  /** Objects and lists that the flattest value of a schema has inside one another. */
  readonly heightOf: (schema: JsonSchema) => number;
  /** Whether only what is required shall be written here. */
  isSparing(place: Place): boolean;
  /** Whether a schema allows a value. */
  allows(schema: JsonSchema, value: unknown): boolean;
  /** @throws Unsatisfied when no way was found */
  write(schema: JsonSchema, place: Place): unknown;
}
