import { z } from 'zod';

/** Names of the form field for the files: those of the API and of the client library. */
export const conversionFields = ['files', 'files[]'] as const;

/** Limits of the conversion of one file (all inferred). */
export const conversionLimits = {
  /** Bytes of a text file: HTML, XML, CSV, JSON, Markdown and plain text. */
  textBytes: 16_777_216,
  /** Entries of an office file, which is a ZIP archive. */
  entries: 10_000,
  /** Bytes of all XML of an office file after decompression. */
  unpackedBytes: 33_554_432,
  /** Elements and attributes of one XML document, whose tree takes far more memory than its text. */
  xmlNodes: 1_000_000,
  /** Depth of elements. */
  xmlDepth: 500,
  /** Cells of all tables, and their characters: several cells can share one text. */
  cells: 1_000_000,
  cellCharacters: 33_554_432,
  /** Repetitions of a row or a cell in OpenDocument; sheets end with a million empty ones. */
  repeated: 1_024,
  /** Columns of a sheet; one cell far to the right would make every row as wide. */
  columns: 1_024,
  /** Depth of objects and lists in a JSON file. */
  jsonDepth: 500,
  /** Bytes up to which a text file is converted at once; all others are converted in a thread. */
  smallBytes: 65_536,
  /** Concurrent conversion threads, milliseconds for one file, and bytes by which the process may grow. */
  work: { atOnce: 2, ms: 20_000, bytes: 536_870_912 },
} as const;

/** One file, converted or not: Cloudflare docs, Workers AI Markdown conversion. */
export const convertedFileSchema = z.discriminatedUnion('format', [
  z.object({
    id: z.string().optional(),
    name: z.string(),
    mimeType: z.string(),
    format: z.enum(['markdown', 'text']),
    /** A number in one source and a string in the other. */
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
 * The conversions of the mock. It converts text documents itself, and the model backend describes pictures. The
 * platform's list is longer: older and binary office formats are refused here.
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
