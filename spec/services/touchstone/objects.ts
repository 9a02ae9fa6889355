import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { objectLimits } from '../../engine-limits.ts';
import { hexIdSchema, queryInteger, timestampSchema } from '../../schema.ts';
import { isBucketName } from '../object-storage/binding.ts';
import { adminEndpoint } from './schemas.ts';

/** Limits of objects on the admin API (ours). */
export const adminObjectLimits = {
  /** Bytes of an object that a PUT stores: 100 MiB. */
  putBytes: 104_857_600,
} as const;

const bucketName = z
  .string()
  .refine(isBucketName, 'must be 3 to 63 lower-case letters, digits and hyphens')
  .meta({ example: 'files' });

/** Any text: a parameter can have the keys that a path can't, such as `..`. */
const objectKey = z
  .string()
  .refine((key) => new TextEncoder().encode(key).length <= objectLimits.keyBytes, {
    error: `is longer than ${objectLimits.keyBytes} bytes`,
  })
  .meta({ example: 'reports/2026/May & June.pdf' });

const bucketSchema = z.object({
  name: z.string(),
  /** Number of objects. */
  objects: z.int().min(0),
  /** Their sizes together. */
  bytes: z.int().min(0),
});

export type Bucket = z.infer<typeof bucketSchema>;

const objectSchema = z.object({
  key: z.string(),
  /** Bytes. */
  size: z.int().min(0),
  /** Without quotes. */
  etag: z.string(),
  uploaded: timestampSchema,
  /** As it was given with the bytes; null without one. */
  content_type: z.string().nullable(),
  custom_metadata: z.record(z.string(), z.string()),
});

export type StoredObject = z.infer<typeof objectSchema>;

const objectListSchema = z.object({
  objects: z.array(objectSchema),
  /** Common prefixes up to the delimiter, in place of the objects below them. */
  prefixes: z.array(z.string()),
  /** For the next page; null on the last one. */
  cursor: z.string().nullable(),
});

export type ObjectList = z.infer<typeof objectListSchema>;

const inBucket = z.object({ account_id: hexIdSchema, bucket_name: bucketName });
const byKey = z.object({ key: objectKey });
const bucket = '/_touchstone/accounts/{account_id}/buckets/{bucket_name}' as const;
const unknown = ['admin-forbidden', 'account-unknown', 'bucket-unknown'] as const;

/** The objects that Workers and the object-storage example keep in buckets. */
export const objectEndpoints = {
  'touchstone.bucket.list': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/accounts/{account_id}/buckets',
    summary: 'List the buckets of an account that were used, by name',
    params: z.object({ account_id: hexIdSchema }),
    query: z.object({}),
    result: z.array(bucketSchema),
    errors: ['admin-forbidden', 'account-unknown'],
  }),
  'touchstone.object.list': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: `${bucket}/objects`,
    summary: 'List the objects of a bucket by key, as the `list` of a binding does',
    params: inBucket,
    query: z.object({
      prefix: z.string().optional(),
      delimiter: z.string().optional(),
      /** Of the page before. */
      cursor: z.string().optional(),
      limit: queryInteger(1, objectLimits.listed, objectLimits.listed),
    }),
    result: objectListSchema,
    errors: unknown,
  }),
  'touchstone.object.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: `${bucket}/object`,
    summary: 'Download an object, or a range of it, in a way that a browser runs nothing',
    params: inBucket,
    query: byKey,
    result: z.unknown(),
    givesBytes: true,
    otherStatuses: [206],
    errors: [...unknown, 'object-unknown', 'object-encrypted'],
  }),
  'touchstone.object.put': endpoint({
    ...adminEndpoint,
    method: 'PUT',
    path: `${bucket}/object`,
    summary: 'Store the body of the request with its content type; creates the bucket',
    params: inBucket,
    query: byKey,
    takes: ['bytes'],
    bodyBytes: adminObjectLimits.putBytes,
    result: objectSchema,
    errors: ['admin-forbidden', 'account-unknown'],
  }),
  'touchstone.object.delete': endpoint({
    ...adminEndpoint,
    method: 'DELETE',
    path: `${bucket}/object`,
    summary: 'Delete an object',
    params: inBucket,
    query: byKey,
    result: z.object({ key: z.string() }),
    errors: [...unknown, 'object-unknown'],
  }),
} as const;
