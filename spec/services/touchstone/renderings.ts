import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { hexIdSchema, queryInteger, timestampSchema } from '../../schema.ts';
import { adminEndpoint } from './schemas.ts';

/** Limits of the list of rendered pages (ours). */
export const renderingLimits = {
  /** Newest renderings that an account keeps. */
  renderings: 50,
  /** Bytes of their answers and characters of their requests together; the oldest renderings go first. */
  bytes: 67_108_864,
  /** Bytes of an answer that is kept, and characters of a request. */
  largest: 16_777_216,
} as const;

const renderingSchema = z.object({
  /** Counts from 1 in each account. */
  id: z.int().min(1),
  at: timestampSchema,
  /** Operation id. */
  operation: z.string(),
  /** Address of the page; null for HTML in the request. */
  url: z.string().nullable(),
  /** Characters of the HTML in the request; null for an address. */
  html_characters: z.int().nullable(),
  /** Milliseconds of browser time; 0 for an answer of the cache. */
  browser_ms: z.number().min(0),
  /** Whether the answer is one of the cache. */
  cached: z.boolean(),
  status: z.int(),
  /** The reason of a failure; null for a success. */
  problem: z.string().nullable(),
  /** Media type of the answer; null for a failure. */
  media_type: z.string().nullable(),
  /** Size of the answer; 0 for a failure. */
  bytes: z.int().min(0),
});

export type Rendering = z.infer<typeof renderingSchema>;

const none = z.object({});
const rendering = '/_touchstone/accounts/{account_id}/renderings/{rendering_id}' as const;
const renderingParams = z.object({
  account_id: hexIdSchema,
  rendering_id: z.string().regex(/^[1-9]\d{0,15}$/, 'must be a number'),
});
const errors = ['admin-forbidden', 'account-unknown', 'rendering-unknown', 'rendering-not-kept'] as const;

/** The pages that browser rendering rendered. */
export const renderingEndpoints = {
  'touchstone.rendering.list': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/accounts/{account_id}/renderings',
    summary: 'List the newest renderings of an account, newest first',
    params: z.object({ account_id: hexIdSchema }),
    query: z.object({ limit: queryInteger(1, renderingLimits.renderings, renderingLimits.renderings) }),
    result: z.array(renderingSchema),
    errors: ['admin-forbidden', 'account-unknown'],
  }),
  'touchstone.rendering.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: rendering,
    summary: 'Read the answer of a rendering: its picture, PDF or JSON',
    params: renderingParams,
    query: none,
    result: z.unknown(),
    givesBytes: true,
    errors,
  }),
  'touchstone.rendering.request': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: `${rendering}/request`,
    summary: 'Read the body of the request of a rendering, secrets included, to send it again',
    params: renderingParams,
    query: none,
    result: z.record(z.string(), z.unknown()),
    errors,
  }),
} as const;
