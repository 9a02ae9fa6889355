import { defineFailures, failure } from '../../failure.ts';

/** Limits of KV: Cloudflare docs, KV limits. */
export const kvLimits = {
  /** Bytes of a key. */
  keyBytes: 512,
  /** Bytes of a value. */
  valueBytes: 25 * 1024 * 1024,
  /** Bytes of the metadata of a key, as JSON. */
  metadataBytes: 1024,
  /** Seconds that a key lives at least. */
  minTtl: 60,
  /** Pairs of a request. */
  bulkPairs: 10_000,
  /** Bytes of a request with many pairs. */
  requestBytes: 100 * 1024 * 1024,
  /** Keys of a bulk read. */
  bulkKeys: 100,
} as const;

/** Failures of KV. The codes of keys, values and metadata that are too large, and of times, are guesses. */
export const kvFailures = defineFailures({
  'kv-key-unknown': failure(404, 10009).observed("get: 'key not found'"),
  'kv-key-invalid': failure(400, 10030).inferred('The key {problem}'),
  'kv-value-too-large': failure(413, 10032).inferred('The value has more than {limit} bytes'),
  'kv-metadata-too-large': failure(400, 10033).inferred('The metadata has more than {limit} bytes of JSON'),
  'kv-expiration-invalid': failure(400, 10034).inferred(
    '{field} is {value}: keys live at least {least} seconds',
  ),
  'kv-bulk-limit': failure(400, 10035).inferred('The request has {count} keys, of at most {limit}'),
});
