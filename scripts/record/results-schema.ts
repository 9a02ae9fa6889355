import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { resultsFormat, runResultSchema } from '../../suites/harness/results.ts';
import { referenceFolder } from '../docs/reference.ts';

/** The published JSON Schema of `results.json` (draft 2020-12). Other members are ignored. */
export function resultsSchema(): string {
  const schema = z.toJSONSchema(runResultSchema, {
    target: 'draft-2020-12',
    io: 'input',
    // `readOnly` says nothing about a file.
    override: ({ jsonSchema }) => {
      delete jsonSchema.readOnly;
    },
  });
  const { $schema, ...rest } = schema;
  const head = {
    $schema,
    title: `results.json of touchstone conform, format ${resultsFormat}`,
    description: 'The findings of one run of the suites, and the verdict.',
  };
  return `${JSON.stringify({ ...head, ...rest }, null, 2)}\n`;
}

/** File of the published schema of `results.json`. */
export const resultsSchemaFile = join(referenceFolder, 'results.schema.json');

/** Writes the schema of `results.json`. */
export const recordResultsSchema = (): Promise<void> => writeFile(resultsSchemaFile, resultsSchema());
