import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stancesJsonSchema } from '../../spec/stances/check-stances.ts';
import { referenceFolder } from '../docs/reference.ts';

/** File of the published schema of stance files. */
export const stancesSchemaFile = join(referenceFolder, 'stances.schema.json');

/** The published schema of stance files. */
export const stancesSchemaText = (): string => `${JSON.stringify(stancesJsonSchema(), null, 2)}\n`;

/** Writes the schema. */
export const recordStancesSchema = (): Promise<void> => writeFile(stancesSchemaFile, stancesSchemaText());
