import { z } from 'zod';
import { isNamespaceName } from '../../spec/services/artifacts/limits.ts';
import { isBucketName } from '../../spec/services/object-storage/binding.ts';

const variable = z
  .string('must be the name of a variable')
  .regex(/^[A-Za-z_$][\w$]*$/, 'must be the name of a variable');
const remote = z.boolean('must be true or false').optional();

const bucket = z.object({
  binding: variable,
  bucket_name: z
    .string('must be the name of a bucket')
    .refine(isBucketName, 'must be a bucket name: 3 to 63 lower-case letters, digits and hyphens'),
  /** These name the bucket of the platform in other environments. */
  preview_bucket_name: z.string().optional(),
  jurisdiction: z.string().optional(),
  remote,
});

const namespace = z.object({
  binding: variable,
  namespace: z
    .string('must be the name of a namespace')
    .refine(isNamespaceName, 'must be the name of a namespace'),
  remote,
});

const durableObject = z.object({
  name: variable,
  class_name: z.string('must be the name of a class'),
  script_name: z.string().optional(),
});

/** The settings of a Worker that are read; others cause a warning, or are known to have no effect here. */
export const workerConfigSchema = z.object(
  {
    main: z.string('must be a file').min(1, 'must be a file').optional(),
    artifacts: z.array(namespace, 'must be a list').optional(),
    r2_buckets: z.array(bucket, 'must be a list').optional(),
    ai: z.object({ binding: variable, remote }, 'must be an object with a binding').optional(),
    durable_objects: z
      .object({ bindings: z.array(durableObject, 'must be a list') }, 'must be an object with bindings')
      .optional(),
    vars: z.record(z.string(), z.unknown(), 'must be an object').optional(),
  },
  'must be an object',
);

export type WorkerConfigFile = z.output<typeof workerConfigSchema>;

/** Settings of the platform, of builds or of deployments, which have no effect here. */
export const withoutEffect: ReadonlySet<string> = new Set([
  '$schema',
  'account_id',
  'compatibility_date',
  'compatibility_flags',
  'containers',
  'dev',
  'keep_vars',
  'logpush',
  'migrations',
  'minify',
  'name',
  'observability',
  'placement',
  'preview_urls',
  'send_metrics',
  'tsconfig',
  'upload_source_maps',
  'workers_dev',
]);
