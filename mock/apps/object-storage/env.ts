import type { Bucket } from '../../../spec/services/object-storage/binding.ts';

/** What the Worker is configured with. */
export interface Env {
  /** The bucket of its objects: an entry of `r2_buckets`. */
  readonly MY_BUCKET: Bucket;
  /** What `X-Custom-Auth-Key` has to be for writing and deleting; nobody may where it is left out. */
  readonly AUTH_KEY_SECRET?: string | undefined;
}
