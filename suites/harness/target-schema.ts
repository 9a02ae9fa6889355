import { z } from 'zod';
import { targetFileSchema } from './target.ts';

/**
 * The published JSON Schema of target files (draft 2020-12). Flags and environment variables may set members that a
 * file omits.
 */
export function targetSchema(): string {
  const { $schema, ...rest } = z.toJSONSchema(targetFileSchema.partial(), {
    target: 'draft-2020-12',
    io: 'input',
  });
  const head = {
    $schema,
    title: 'Target file of touchstone conform',
    description: 'The target of the suites. Other members are ignored.',
  };
  return `${JSON.stringify({ ...head, ...rest }, null, 2)}\n`;
}
