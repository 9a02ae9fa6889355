import { getFileProblem } from '../../spec/file-problem.ts';
import type { ObjectSeed } from '../../spec/seed-file/account-seed.ts';
import type { SeedContent } from '../../spec/seed-file/content-seed.ts';
import { fromBase64 } from '../engines/models/base64.ts';
import type { ObjectMetadata, ObjectStore } from '../engines/objects/index.ts';
import type { SeedDocument } from './seed-document.ts';
import { SeedFault } from './seed-problem.ts';

/** An object that a seed puts into a bucket. */
export interface SeededObject {
  /** Id of the account that owns the bucket. */
  readonly account: string;
  readonly bucket: string;
  readonly key: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly metadata: ObjectMetadata;
}

/** Finds a bucket. */
export type StoreOf = (accountId: string, bucketName: string) => Promise<ObjectStore>;

/** The metadata of an object. */
export function toMetadata(seed: ObjectSeed): ObjectMetadata {
  const settings = typeof seed === 'string' ? {} : seed;
  const { content_type, content_language, content_disposition, content_encoding, cache_control } = settings;
  return {
    headers: {
      ...(content_type !== undefined && { contentType: content_type }),
      ...(content_language !== undefined && { contentLanguage: content_language }),
      ...(content_disposition !== undefined && { contentDisposition: content_disposition }),
      ...(content_encoding !== undefined && { contentEncoding: content_encoding }),
      ...(cache_control !== undefined && { cacheControl: cache_control }),
    },
    custom: settings.custom_metadata ?? {},
    storageClass: 'Standard',
  };
}

/**
 * Puts an object into its bucket and replaces an existing one.
 *
 * @throws ObjectError for an invalid key or metadata
 */
export async function putObject(getStore: StoreOf, object: SeededObject): Promise<void> {
  const store = await getStore(object.account, object.bucket);
  await store.put(object.key, object.bytes, object.metadata);
}

/** Puts objects into their buckets, and deletes others. @param others objects that may be there already */
export async function fillBuckets(
  getStore: StoreOf,
  objects: readonly SeededObject[],
  others: readonly SeededObject[],
): Promise<void> {
  const wanted = new Set(objects.map(getPlace));
  for (const other of others) {
    if (!wanted.has(getPlace(other))) await (await getStore(other.account, other.bucket)).delete([other.key]);
  }
  for (const object of objects) await putObject(getStore, object);
}

/** What identifies an object. */
export const getPlace = ({ account, bucket, key }: SeededObject) => JSON.stringify([account, bucket, key]);

const encoder = new TextEncoder();

/**
 * The bytes of an object in a seed.
 *
 * @throws SeedFault for an unreadable file
 */
export async function contentBytes(
  content: SeedContent,
  document: SeedDocument,
): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof content === 'string') return encoder.encode(content);
  const { text, base64, json, file } = content;
  if (text !== undefined) return encoder.encode(text);
  if (base64 !== undefined) return fromBase64(base64);
  if (file !== undefined) return readSeedFile(file, document);
  return encoder.encode(JSON.stringify(json));
}

/** @throws SeedFault that says why a file is unreadable */
export async function readSeedFile(file: string, document: SeedDocument): Promise<Uint8Array<ArrayBuffer>> {
  if (!document.readFile) {
    throw new SeedFault('only a seed that is a file itself can name files: read it with readSeed', ['file']);
  }
  try {
    return await document.readFile(file);
  } catch (cause) {
    throw new SeedFault(`${file} ${getFileProblem(cause)}`, ['file'], { cause });
  }
}
