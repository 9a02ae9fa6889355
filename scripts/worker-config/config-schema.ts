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
    .refine(isBucketName, 'must be the name of a bucket: 3 to 63 lower-case letters, digits and hyphens'),
  /** These say which bucket of the platform it is in other circumstances. */
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

/** What is read of the configuration of a Worker; everything else is named, or known to mean nothing here. */
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

/** Members that say something of the platform, of building or of deploying, which is not done here. */
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
