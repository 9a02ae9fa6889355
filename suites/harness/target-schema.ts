import { z } from 'zod';
import { targetFileSchema } from './target.ts';

/** The JSON Schema of target files (draft 2020-12), as it is published. What flags and environment give may be missing. */
export function targetSchema(): string {
  const { $schema, ...rest } = z.toJSONSchema(targetFileSchema.partial(), {
    target: 'draft-2020-12',
    io: 'input',
  });
  const head = {
    $schema,
    title: 'Target file of touchstone conform',
    description: 'What the suites are pointed at. Members that it does not name are ignored.',
  };
  return `${JSON.stringify({ ...head, ...rest }, null, 2)}\n`;
}
