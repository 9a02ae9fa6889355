import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { targetSchema } from '../../suites/harness/target-schema.ts';
import { referenceFolder } from '../docs/reference.ts';

/** File of the published schema of target files. */
export const targetSchemaFile = join(referenceFolder, 'target.schema.json');

/** Writes the schema. */
export const recordTargetSchema = (): Promise<void> => writeFile(targetSchemaFile, targetSchema());
