import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stancesJsonSchema } from '../../spec/stances/check-stances.ts';
import { referenceFolder } from '../docs/reference.ts';

/** Where the schema of files of stances is published. */
export const stancesSchemaFile = join(referenceFolder, 'stances.schema.json');

/** The schema of files of stances as it is published. */
export const stancesSchemaText = (): string => `${JSON.stringify(stancesJsonSchema(), null, 2)}\n`;

/** Writes it anew. */
export const recordStancesSchema = (): Promise<void> => writeFile(stancesSchemaFile, stancesSchemaText());
