/** What is loaded with the first call of a bucket. */
export { createBucket } from '../bucket/bucket.ts';
export { withAnyStream } from './any-stream.ts';
