import type { BucketHost } from '../../mock/bindings/buckets/buckets.ts';
import { s3Buckets } from '../../mock/serve/objects/s3-buckets.ts';
import { ServeOptionError } from './option-error.ts';

/**
 * Opens the S3 bucket for all objects of a server, with the usual variables for its credentials.
 *
 * @param url address of the bucket, such as `https://s3.example.com/bucket`
 * @throws ServeOptionError without credentials
 * @throws S3Error if the bucket can't be listed
 */
export async function openS3Buckets(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<BucketHost> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region } = env;
  if (!accessKeyId || !secretAccessKey)
    throw new ServeOptionError(
      'serve-option',
      '--objects-s3: needs the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  const host = s3Buckets({ url, accessKeyId, secretAccessKey, region });
  // A wrong address or key is reported at the start, not by each object.
  await host.names?.('0'.repeat(32));
  return host;
}
