import type { ObjectSeed } from '../../spec/seed-file/account-seed.ts';
import type { ObjectMetadata, ObjectStore } from '../engines/objects/index.ts';

/** An object that seeds put into a bucket. */
export interface SeededObject {
  /** Id of the account whose bucket it is. */
  readonly account: string;
  readonly bucket: string;
  readonly key: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly metadata: ObjectMetadata;
}

/** How a bucket is found. */
export type StoreOf = (accountId: string, bucketName: string) => Promise<ObjectStore>;

/** What a bucket keeps of an object beside its bytes. */
export function metadataOf(seed: ObjectSeed): ObjectMetadata {
  const said = typeof seed === 'string' ? {} : seed;
  const { content_type, content_language, content_disposition, content_encoding, cache_control } = said;
  return {
    headers: {
      ...(content_type !== undefined && { contentType: content_type }),
      ...(content_language !== undefined && { contentLanguage: content_language }),
      ...(content_disposition !== undefined && { contentDisposition: content_disposition }),
      ...(content_encoding !== undefined && { contentEncoding: content_encoding }),
      ...(cache_control !== undefined && { cacheControl: cache_control }),
    },
    custom: said.custom_metadata ?? {},
    storageClass: 'Standard',
  };
}

/**
 * Puts an object into its bucket, in place of one that is there.
 *
 * @throws ObjectError for a key or metadata that can't be
 */
export async function putObject(storeOf: StoreOf, object: SeededObject): Promise<void> {
  const store = await storeOf(object.account, object.bucket);
  await store.put(object.key, object.bytes, object.metadata);
}
