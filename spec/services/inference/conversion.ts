import { z } from 'zod';

/** Names of the form field that holds the files: the API's own, and the client library's. */
export const conversionFields = ['files', 'files[]'] as const;

/** Bounds of the conversion of one file (all inferred). */
export const conversionLimits = {
  /** Bytes of a file of text: HTML, XML, CSV, JSON, Markdown and plain text. */
  textBytes: 16_777_216,
  /** Entries of an office file, which is a ZIP archive. */
  entries: 10_000,
  /** Bytes of all XML of an office file once it is unpacked. */
  unpackedBytes: 33_554_432,
  /** Elements and attributes of one XML document: its tree takes far more memory than its text. */
  xmlNodes: 1_000_000,
  /** Elements that stand in one another. */
  xmlDepth: 500,
  /** Cells of all tables, and characters in them: a cell may name a text that others name too. */
  cells: 1_000_000,
  cellCharacters: 33_554_432,
  /** Times that a row or a cell of OpenDocument is repeated; sheets end in a million empty ones. */
  repeated: 1_024,
  /** Columns of a sheet; one cell far to the right would make every row as wide. */
  columns: 1_024,
  /** Objects and lists of a JSON file that stand in one another. */
  jsonDepth: 500,
  /** Bytes up to which a file of text is converted at once; all others are converted in a thread. */
  smallBytes: 65_536,
  /** Files that are converted in threads at once, milliseconds that one may take, bytes that the process may grow by. */
  work: { atOnce: 2, ms: 20_000, bytes: 536_870_912 },
} as const;

/** One file, converted or not: Cloudflare docs, Workers AI Markdown conversion. */
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
