import type { JsonSchema } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import type { Random } from '../random.ts';
import { measureHeights } from './heights.ts';
import { Unsatisfied } from './part-writer.ts';
import type { Hints, Place } from './place.ts';
import { createReferences, type References } from './schema-node.ts';
import { validates } from './validate.ts';
import { deepest, mostParts, ValueWriter } from './value-writer.ts';

const attempts = 6;

/**
 * Writes a value that a JSON schema allows, from what is known where it fits and made up where nothing is.
 * Recursive schemas end by themselves; optional properties are written near the top only.
 *
 * @throws ModelError (bad-input) when no value is found that the schema allows, or it leads out of itself
 *
 * @example
 * writeValue({ type: 'object', properties: { n: { type: 'integer', minimum: 3, maximum: 3 } }, required: ['n'] }, hints, random);
 * // { n: 3 }
 */
export function writeValue(schema: JsonSchema, hints: Hints, random: Random, name = ''): unknown {
  const references: References = createReferences(schema);
  const { heightOf, sizeOf } = measureHeights(schema, references);
  if (heightOf(schema) > deepest || sizeOf(schema) > mostParts) throw unsatisfiable();
  const place: Place = { name, description: '', depth: 0 };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const writer = new ValueWriter(references, heightOf, hints, random);
    try {
      const value = writer.write(schema, place);
      if (validates(schema, value, references)) return value;
    } catch (error) {
      if (!(error instanceof Unsatisfied)) throw error;
    }
    // What took this long takes as long again.
    if (writer.isSpent()) break;
  }
  throw unsatisfiable();
}

function unsatisfiable(): ModelError {
  return new ModelError(
    'bad-input',
    'No value was found that the JSON schema allows; look for rules that exclude each other.',
  );
}
