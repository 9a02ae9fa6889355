import { z } from 'zod';

/** Ways to give the content of a file, an object or a record; exactly one is required. */
export const contentMembers = {
  text: z.string().optional().describe('Its content as UTF-8 text.'),
  base64: z.base64().optional().describe('Its content as Base64.'),
  json: z.unknown().optional().describe('A value whose JSON text is the content.'),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('A file with the content, relative to the folder of this seed file.'),
};

export const ways = ['text', 'base64', 'json', 'file'] as const;

/** Whether a value gives its content in exactly one way. */
export function hasOneContent(given: Readonly<Record<string, unknown>>): boolean {
  return ways.filter((way) => given[way] !== undefined).length === 1;
}

export const oneContent = 'needs exactly one of text, base64, json and file';

/** Bytes; a string is short for `text`. */
const seedContentSchema = z.union([
  z.string().describe('Its content as UTF-8 text.'),
  z.strictObject(contentMembers).refine(hasOneContent, oneContent),
]);

export type SeedContent = z.output<typeof seedContentSchema>;
