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

/**
 * What the mock converts. Documents of text are read by itself, pictures are described by the model backend.
 * The platform's list is longer: older and binary office formats are refused here.
 */
export const supportedFiles = [
  { extension: '.html', mimeType: 'text/html' },
  { extension: '.htm', mimeType: 'text/html' },
  { extension: '.xml', mimeType: 'application/xml' },
  { extension: '.csv', mimeType: 'text/csv' },
  { extension: '.json', mimeType: 'application/json' },
  { extension: '.txt', mimeType: 'text/plain' },
  { extension: '.md', mimeType: 'text/markdown' },
  { extension: '.pdf', mimeType: 'application/pdf' },
  { extension: '.docx', mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  { extension: '.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  { extension: '.odt', mimeType: 'application/vnd.oasis.opendocument.text' },
  { extension: '.ods', mimeType: 'application/vnd.oasis.opendocument.spreadsheet' },
  { extension: '.png', mimeType: 'image/png' },
  { extension: '.jpg', mimeType: 'image/jpeg' },
  { extension: '.jpeg', mimeType: 'image/jpeg' },
] as const satisfies readonly z.infer<typeof supportedFileSchema>[];

export type SupportedType = (typeof supportedFiles)[number]['mimeType'];
