import { z } from 'zod';
import { isBucketName } from '../services/object-storage/bucket-name.ts';
import { contentMembers, hasOneContent, oneContent } from './content.ts';

const objectSeedSchema = z.union([
  z.string().describe('Its bytes as text, in UTF-8.'),
  z
    .strictObject({
      ...contentMembers,
      content_type: z.string().optional(),
      content_language: z.string().optional(),
      content_disposition: z.string().optional(),
      content_encoding: z.string().optional(),
      cache_control: z.string().optional(),
      custom_metadata: z.record(z.string(), z.string()).optional(),
    })
    .refine(hasOneContent, oneContent),
]);

/** A bucket and its objects. */
export const bucketSeedSchema = z
  .strictObject({
    name: z
      .string()
      .refine(isBucketName, 'must be 3 to 63 lower-case letters, digits and hyphens')
      .describe('Its name; `object-storage-example` is that of the object-storage example.'),
    objects: z.record(z.string().min(1), objectSeedSchema).optional().describe('Objects by key.'),
  })
  .meta({ id: 'Bucket' });

export type BucketSeed = z.output<typeof bucketSeedSchema>;
export type ObjectSeed = z.output<typeof objectSeedSchema>;
