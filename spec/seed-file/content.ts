import { z } from 'zod';

/** Ways to say what a file or an object holds; exactly one of them is given. */
export const contentMembers = {
  text: z.string().optional().describe('Its bytes as text, in UTF-8.'),
  base64: z.base64().optional().describe('Its bytes in base64.'),
  json: z.unknown().optional().describe('A value, of which the JSON text is kept.'),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('A file to read the bytes from, as seen from the folder of this seed file.'),
};

const ways = ['text', 'base64', 'json', 'file'] as const;

/** Whether something says in exactly one way what it holds. */
export function hasOneContent(given: Readonly<Record<string, unknown>>): boolean {
  return ways.filter((way) => given[way] !== undefined).length === 1;
}

export const oneContent = 'needs exactly one of text, base64, json and file';

/** Bytes: a text stands for itself. */
export const seedContentSchema = z.union([
  z.string().describe('Its bytes as text, in UTF-8.'),
  z.strictObject(contentMembers).refine(hasOneContent, oneContent),
]);

export type SeedContent = z.output<typeof seedContentSchema>;
