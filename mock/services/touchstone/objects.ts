import { ApiError } from '../../../spec/errors.ts';
import type { objectEndpoints, StoredObject } from '../../../spec/services/touchstone/objects.ts';
import type { Service, StreamAnswer } from '../../api/call.ts';
import type { Buckets } from '../../bindings/buckets/buckets.ts';
import type { FoundObject, ObjectRecord, ObjectStore } from '../../engines/objects/index.ts';
import { toTimestamp } from '../../world/clock.ts';

/** The operations that read and change the objects of buckets. */
export function createObjectOperations(buckets: Buckets): Service<typeof objectEndpoints> {
  /** @throws ApiError `bucket-unknown`: asking for the store of a bucket would create it */
  async function getStore({ account_id, bucket_name: name }: InBucket): Promise<ObjectStore> {
    const names = await buckets.names(account_id);
    if (!names.includes(name)) throw new ApiError('bucket-unknown', { name });
    return buckets.store(account_id, name);
  }

  return {
    'touchstone.bucket.list': async ({ params: { account_id } }) => {
      const names = await buckets.names(account_id);
      const result = names.map(async (name) => {
        const store = await buckets.store(account_id, name);
        return { name, ...(await store.getUsage()) };
      });
      return { result: await Promise.all(result) };
    },

    'touchstone.object.list': async ({ params, query }) => {
      const store = await getStore(params);
      const { records, prefixes, cursor = null } = await asRefusal(() => store.list(query));
      return { result: { objects: records.map(toObject), prefixes: [...prefixes], cursor } };
    },

    'touchstone.object.get': async ({ params, query: { key }, request }) => {
      const store = await getStore(params);
      const header = request.headers.get('range');
      const options = header === null ? {} : { range: { header } };
      const found = await asRefusal(() => store.get(key, options), key);
      if (!found) throw new ApiError('object-unknown', { bucket: params.bucket_name, key });
      return toDownload(found);
    },

    'touchstone.object.put': async ({ params, query: { key }, request, upload }) => {
      const store = await buckets.store(params.account_id, params.bucket_name);
      const contentType = request.headers.get('content-type');
      const headers = contentType === null ? {} : { contentType };
      const bytes = upload?.bytes ?? new Uint8Array();
      const record = await store.put(key, bytes, { headers, custom: {}, storageClass: 'Standard' });
      // Only a condition prevents a put.
      if (!record) throw new ApiError('internal-error');
      return { result: toObject(record) };
    },

    'touchstone.object.delete': async ({ params, query: { key } }) => {
      const store = await getStore(params);
      if (!(await store.head(key))) throw new ApiError('object-unknown', { bucket: params.bucket_name, key });
      await store.delete([key]);
      return { result: { key } };
    },
  };
}

interface InBucket {
  readonly account_id: string;
  readonly bucket_name: string;
}

/** Runs a call of the store. @throws ApiError for what a request can cause */
async function asRefusal<T>(call: () => Promise<T>, key?: string): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    const { ObjectError } = await import('../../engines/objects/index.ts');
    if (!(cause instanceof ObjectError)) throw cause;
    const { failure, message: problem } = cause;
    if (failure === 'wrong-secret')
      throw new ApiError('object-encrypted', { key: key ?? '' }, undefined, { cause });
    if (failure !== 'bad-cursor') throw cause;
    throw new ApiError('query-invalid', { field: 'cursor', problem }, undefined, { cause });
  }
}

const toObject = ({ key, size, etag, uploaded, headers, custom }: ObjectRecord): StoredObject => ({
  key,
  size,
  etag,
  uploaded: toTimestamp(uploaded),
  content_type: headers.contentType ?? null,
  custom_metadata: { ...custom },
});

/** The bytes of an object, which may be a page or a script of anyone. */
function toDownload({ record, extent, body }: FoundObject): StreamAnswer {
  const { key, size, etag, uploaded, headers } = record;
  const { offset, length } = extent;
  const isPart = length < size;
  const name = encodeURIComponent(key.split('/').at(-1) || 'object').replace(/['()*]/g, toPercent);
  return {
    stream: body ?? new Blob().stream(),
    ...(isPart && { status: 206 }),
    headers: {
      'content-type': toHeaderValue(headers.contentType) ?? 'application/octet-stream',
      ...(isPart && { 'content-range': `bytes ${offset}-${offset + length - 1}/${size}` }),
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-site',
      etag: `"${etag}"`,
      'last-modified': new Date(uploaded).toUTCString(),
      'x-content-type-options': 'nosniff',
    },
  };
}

/** RFC 8187, section 3.2.1: characters that `encodeURIComponent` leaves. */
const toPercent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Workers store any text as a content type; a header has only some. */
const toHeaderValue = (text = '') =>
  /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) ? text : undefined;
