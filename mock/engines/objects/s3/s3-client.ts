import type { AwsClient } from 'aws4fetch';
import { TouchstoneError } from '../../../../spec/touchstone-error.ts';

/** Where a bucket of an S3-compatible server is, and who writes there. */
export interface S3Place {
  /** Base URL of the bucket: `https://s3.example.com/bucket` or `https://bucket.s3.example.com`. */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Left out, `auto`. */
  readonly region?: string | undefined;
  /** What all names begin with; left out, nothing. */
  readonly prefix?: string | undefined;
}

/** Thrown for what an S3-compatible server refuses. */
export class S3Error extends TouchstoneError {}

export interface S3Request {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
}

/** Sends a request for a name below the prefix, or for the bucket; fails unless it succeeds. */
export type S3Client = (name: string | undefined, request?: S3Request) => Promise<Response>;

const attempts = 3;

/** Asks an S3-compatible server; what signs its requests is loaded with the first one. */
export function s3Client(place: S3Place): S3Client {
  const { url, accessKeyId, secretAccessKey, region = 'auto', prefix = '' } = place;
  let loading: Promise<AwsClient> | undefined;
  const load = async () => {
    const { AwsClient } = await import('aws4fetch');
    return new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: attempts });
  };
  return async (name, { method = 'GET', query = {}, headers = {}, body } = {}) => {
    loading ??= load();
    const target = new URL(`${url.replace(/\/+$/, '')}/${name === undefined ? '' : prefix + name}`);
    for (const [member, value] of Object.entries(query)) target.searchParams.set(member, value);
    const signing = await loading;
    const response = await signing.fetch(target, { method, headers, ...(body !== undefined && { body }) });
    if (response.ok) return response;
    const answer = (await response.text()).slice(0, 500);
    throw new S3Error('s3', `${method} ${target.pathname} is answered with ${response.status}: ${answer}`);
  };
}
