import { z } from 'zod';
import { resultsFormat, runResultSchema } from '../results.ts';

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
