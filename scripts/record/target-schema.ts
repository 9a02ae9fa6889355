import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { targetFileSchema } from '../../suites/harness/target.ts';
import { referenceFolder } from '../docs/reference.ts';

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

/** File of the published schema of target files. */
export const targetSchemaFile = join(referenceFolder, 'target.schema.json');

/** Writes the schema. */
export const recordTargetSchema = (): Promise<void> => writeFile(targetSchemaFile, targetSchema());
