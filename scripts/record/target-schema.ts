import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { targetSchema } from '../../suites/harness/target-schema.ts';
import { referenceFolder } from '../docs/reference.ts';

/** Where the schema of target files is published. */
export const targetSchemaFile = join(referenceFolder, 'target.schema.json');

/** Writes it anew. */
export const recordTargetSchema = (): Promise<void> => writeFile(targetSchemaFile, targetSchema());
