import { z } from 'zod';
import { resultsFormat, runResultSchema } from '../results.ts';

/** The JSON Schema of `results.json` (draft 2020-12), as it is published. Members that it does not name are ignored. */
export function resultsSchema(): string {
  const schema = z.toJSONSchema(runResultSchema, {
    target: 'draft-2020-12',
    io: 'input',
    // What a program may not change says nothing about a file.
    override: ({ jsonSchema }) => {
      delete jsonSchema.readOnly;
    },
  });
  const { $schema, ...rest } = schema;
  const head = {
    $schema,
    title: `results.json of touchstone conform, format ${resultsFormat}`,
    description: 'What one run of the suites found, and the verdict.',
  };
  return `${JSON.stringify({ ...head, ...rest }, null, 2)}\n`;
}
