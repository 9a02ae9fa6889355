import { z } from 'zod';
import { seedSchema } from './seed-schema.ts';

/** The JSON schema of seed files, of the draft that editors know best. */
export function seedJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(seedSchema, { io: 'input', target: 'draft-7', unrepresentable: 'any' });
}
