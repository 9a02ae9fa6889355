import { z } from 'zod';
import type { ApiError } from './errors.ts';

/** An entry of `errors` or `messages`: Cloudflare API schemas. */
export const envelopeEntrySchema = z.object({
  code: z
    .int()
    .min(1000)
    .or(z.literal([400, 971])),
  message: z.string(),
  documentation_url: z.string().optional(),
  source: z.object({ pointer: z.string().optional() }).optional(),
  error_chain: z.array(z.object({ code: z.int(), message: z.string() })).optional(),
});

export type EnvelopeEntry = z.infer<typeof envelopeEntrySchema>;

/** `result_info` of a paginated list. */
export const resultInfoSchema = z.object({
  page: z.int().min(1),
  per_page: z.int().min(1),
  count: z.int().min(0),
  total_count: z.int().min(0),
  total_pages: z.int().min(0).optional(),
});

export type ResultInfo = z.infer<typeof resultInfoSchema>;

/**
 * `result_info` of a list with a cursor; without `after` there is no further page. Some clients read the same cursor
 * from `cursor`: cloudflare-typescript, Rulesets.
 */
export const cursorInfoSchema = z.object({
  cursor: z.string().optional(),
  cursors: z.object({ after: z.string().optional() }).optional(),
  per_page: z.int().min(1).optional(),
  count: z.int().min(0).optional(),
});

export type CursorInfo = z.infer<typeof cursorInfoSchema>;

/** `result_info` of such a list as sent: the last page may have the members of numbered pages. */
export const cursorPageInfoSchema = z.union([resultInfoSchema, cursorInfoSchema]);

/** The wrapper of every JSON answer of the v4 API. */
export interface Envelope<R, Info = ResultInfo> {
  result: R;
  success: boolean;
  errors: EnvelopeEntry[];
  messages: EnvelopeEntry[];
  result_info?: Info;
}

/** The envelope of a success: `success` true and no errors. */
export function successEnvelopeSchema<R extends z.ZodType>(result: R, info?: z.ZodType) {
  return z.object({
    result,
    success: z.literal(true),
    errors: z.array(envelopeEntrySchema).length(0),
    messages: z.array(envelopeEntrySchema),
    ...(info ? { result_info: info } : {}),
  });
}

/** A success with only its result, and in some cases `meta`. */
export function shortEnvelopeSchema(result: z.ZodType, meta?: z.ZodType) {
  return z.object({ success: z.literal(true), result, ...(meta ? { meta: meta.optional() } : {}) });
}

/** The envelope of a failure: `success` false and at least one error. */
export const failureEnvelopeSchema = z.object({
  result: z.unknown().optional(),
  success: z.literal(false),
  errors: z.array(envelopeEntrySchema).min(1),
  messages: z.array(envelopeEntrySchema).optional(),
});

/** The failure envelope of one refused request. */
export function failureEnvelope(error: ApiError): Envelope<null> {
  const { code, chain, also } = error.entry;
  const entry: EnvelopeEntry = { code, message: error.message };
  if (error.pointer !== undefined) entry.source = { pointer: error.pointer };
  if (chain) entry.error_chain = chain.map((link) => ({ ...link }));
  return { result: null, success: false, errors: [entry, ...(also ?? [])], messages: [...error.messages] };
}
