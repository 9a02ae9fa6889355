import { z } from 'zod';

/** Names of the form field that holds the files: the API's own, and the client library's. */
export const conversionFields = ['files', 'files[]'] as const;

/** One file, converted or not: fact sheet inference, section 2.8. */
export const convertedFileSchema = z.discriminatedUnion('format', [
  z.object({
    id: z.string().optional(),
    name: z.string(),
    mimeType: z.string(),
    format: z.enum(['markdown', 'text']),
    /** A number in one source and a text in the other. */
    tokens: z.union([z.number(), z.string()]),
    data: z.string(),
  }),
  z.object({
    id: z.string().optional(),
    name: z.string(),
    mimeType: z.string(),
    format: z.literal('error'),
    error: z.string().min(1),
  }),
]);

export type ConvertedFile = z.infer<typeof convertedFileSchema>;

/** A kind of file that can be converted. */
export const supportedFileSchema = z.object({
  extension: z.string().regex(/^\.[a-z0-9]+$/),
  mimeType: z.string(),
});

/** What the mock converts: documents of text. Pictures and office files need a model or a reader of their own. */
export const supportedFiles = [
  { extension: '.html', mimeType: 'text/html' },
  { extension: '.htm', mimeType: 'text/html' },
  { extension: '.xml', mimeType: 'application/xml' },
  { extension: '.csv', mimeType: 'text/csv' },
  { extension: '.txt', mimeType: 'text/plain' },
  { extension: '.md', mimeType: 'text/markdown' },
] as const satisfies readonly z.infer<typeof supportedFileSchema>[];
