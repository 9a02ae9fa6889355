import { ApiError } from '../../../spec/errors.ts';
import { kvLimits } from '../../../spec/v4/products/kv.ts';
import type { Declare, RegisteredCall, RegisteredHandlers } from '../../api/registered.ts';
import { fromBase64 } from '../../engines/models/base64.ts';
import { isObject, type JsonObject, type JsonValue, toList, toObject } from '../../engines/openapi/json.ts';
import type { DocumentRecord } from '../../world/document-records.ts';

const namespace = '/accounts/{account_id}/storage/kv/namespaces/{namespace_id}';
const values = `${namespace}/values`;

/** KV: values of bytes with metadata, which go when their time has come. */
export const handlers: RegisteredHandlers = {
  [`GET ${namespace}/keys`](asked) {
    const { prefix } = asked.query;
    const keys = live(asked).map(({ value }) => toObject(value));
    const found =
      typeof prefix === 'string' ? keys.filter(({ name }) => String(name).startsWith(prefix)) : keys;
    return asked.list(found.toSorted((a, b) => compareBytes(String(a['name']), String(b['name']))));
  },
  [`GET ${values}/{key_name}`](asked) {
    const { value, bytes = '' } = get(asked, getKey(asked));
    const { expiration } = toObject(value);
    return {
      written: fromBase64(bytes),
      mediaType: 'application/octet-stream',
      headers: typeof expiration === 'number' ? { expiration: String(expiration) } : {},
    };
  },
  [`GET ${namespace}/metadata/{key_name}`](asked) {
    return asked.answer(toObject(get(asked, getKey(asked)).value)['metadata'] ?? null);
  },
  [`PUT ${values}/{key_name}`](asked) {
    const { value, metadata } = toObject(asked.body);
    const bytes = asked.file?.bytes ?? new TextEncoder().encode(toText(value));
    const { expiration, expiration_ttl } = asked.query;
    put(asked, { key: getKey(asked), bytes, metadata: readMetadata(metadata), expiration, expiration_ttl });
    return asked.answer({});
  },
  [`DELETE ${values}/{key_name}`](asked) {
    get(asked, getKey(asked));
    asked.collection(values).remove(getKey(asked));
    return asked.answer({});
  },
  [`PUT ${namespace}/bulk`](asked) {
    const pairs = requireCount(toList(asked.body), kvLimits.bulkPairs).map(toObject);
    return asked.collection(values).atomic(() => {
      for (const [index, pair] of pairs.entries()) {
        const bytes = readBulkValue(pair, index);
        const { key, metadata, expiration, expiration_ttl } = pair;
        put(asked, { key: String(key), bytes, metadata, expiration, expiration_ttl });
      }
      return asked.answer({ successful_key_count: pairs.length, unsuccessful_keys: [] });
    });
  },
  [`DELETE ${namespace}/bulk`]: removeMany,
  [`POST ${namespace}/bulk/delete`]: removeMany,
  [`POST ${namespace}/bulk/get`](asked) {
    const { keys, type = 'text', withMetadata } = toObject(asked.body);
    const found = requireCount(toList(keys), kvLimits.bulkKeys).map((key): [string, JsonValue] => {
      const record = find(asked, String(key));
      if (!record) return [String(key), null];
      const text = new TextDecoder().decode(fromBase64(record.bytes ?? ''));
      const value = type === 'json' ? readJson(text, String(key)) : text;
      const { metadata = null, expiration } = toObject(record.value);
      return [
        String(key),
        withMetadata === true ? { value, metadata, ...(expiration !== undefined && { expiration }) } : value,
      ];
    });
    return asked.answer({ values: Object.fromEntries(found) });
  },
};

/** What the reference of the API describes. A form is a little larger than its value. */
export const declare: Declare = ({ method, path }) => ({
  ...(handlers[`${method} ${path}`] && { certainty: 'documented', source: 'Cloudflare API reference, KV' }),
  ...(method === 'PUT' && { bodyBytes: kvLimits.requestBytes }),
});

const toText = (value: JsonValue | undefined) =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '');
const getKey = ({ params }: RegisteredCall): string => params['key_name'] ?? '';

const isLive = ({ value }: DocumentRecord, now: number) => {
  const { expiration } = toObject(value);
  return typeof expiration !== 'number' || now < expiration * 1_000;
};

const live = (asked: RegisteredCall) =>
  asked
    .collection(values)
    .list()
    .filter((record) => isLive(record, asked.call.clock.now()));

function find(asked: RegisteredCall, key: string): DocumentRecord | undefined {
  const record = asked.collection(values).find(key);
  return record && isLive(record, asked.call.clock.now()) ? record : undefined;
}

/** @throws ApiError `kv-key-unknown` */
function get(asked: RegisteredCall, key: string): DocumentRecord {
  const record = find(asked, key);
  if (!record) throw new ApiError('kv-key-unknown');
  return record;
}

interface Pair {
  readonly key: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly metadata: JsonValue | undefined;
  readonly expiration: JsonValue | undefined;
  readonly expiration_ttl: JsonValue | undefined;
}

/** @throws ApiError for a key, a value, metadata or a time that KV does not take */
function put(asked: RegisteredCall, { key, bytes, metadata, expiration, expiration_ttl }: Pair): void {
  const { keyBytes, valueBytes, metadataBytes } = kvLimits;
  const length = new TextEncoder().encode(key).length;
  if (length > keyBytes) throw new ApiError('kv-key-invalid', { problem: `has more than ${keyBytes} bytes` });
  if (key === '' || key === '.' || key === '..')
    throw new ApiError('kv-key-invalid', { problem: `can not be ${JSON.stringify(key)}` });
  if (bytes.length > valueBytes) throw new ApiError('kv-value-too-large', { limit: valueBytes });
  if (metadata !== undefined && new TextEncoder().encode(JSON.stringify(metadata)).length > metadataBytes)
    throw new ApiError('kv-metadata-too-large', { limit: metadataBytes });
  const until = getExpiration(Math.floor(asked.call.clock.now() / 1_000), expiration, expiration_ttl);
  const value = {
    name: key,
    ...(until !== undefined && { expiration: until }),
    ...(metadata !== undefined && metadata !== null && { metadata }),
  };
  asked.collection(values).put(key, value, bytes);
}

/** Seconds since 1970 at which a key goes; a time to live wins. */
function getExpiration(
  now: number,
  at: JsonValue | undefined,
  ttl: JsonValue | undefined,
): number | undefined {
  const [field, value] = typeof ttl === 'number' ? ['expiration_ttl', ttl] : ['expiration', at];
  if (typeof value !== 'number') return undefined;
  const until = field === 'expiration_ttl' ? now + value : value;
  if (until - now < kvLimits.minTtl)
    throw new ApiError(
      'kv-expiration-invalid',
      { field: String(field), value, least: kvLimits.minTtl },
      `/${field}`,
    );
  return until;
}

/** Forms send metadata as text. */
function readMetadata(metadata: JsonValue | undefined): JsonValue | undefined {
  if (typeof metadata !== 'string') return metadata;
  try {
    return JSON.parse(metadata) as JsonValue;
  } catch (cause) {
    throw new ApiError('body-invalid', { field: 'metadata', problem: 'must be JSON' }, '/metadata', {
      cause,
    });
  }
}

function readBulkValue({ value, base64 }: JsonObject, index: number): Uint8Array<ArrayBuffer> {
  if (base64 !== true) return new TextEncoder().encode(String(value));
  try {
    return fromBase64(String(value));
  } catch (cause) {
    throw new ApiError(
      'body-invalid',
      { field: `${index}.value`, problem: 'must be Base64' },
      `/${index}/value`,
      { cause },
    );
  }
}

function readJson(text: string, key: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new ApiError(
      'body-invalid',
      { field: 'type', problem: `is json, and the value of ${key} is not` },
      '/type',
      { cause },
    );
  }
}

function removeMany(asked: RegisteredCall) {
  const keys = requireCount(toList(asked.body), kvLimits.bulkPairs).map((one) =>
    isObject(one) ? String(one['name'] ?? one['key']) : String(one),
  );
  const collection = asked.collection(values);
  for (const key of new Set(keys)) if (collection.find(key)) collection.remove(key);
  return asked.answer({ successful_key_count: keys.length, unsuccessful_keys: [] });
}

function requireCount(list: readonly JsonValue[], limit: number): readonly JsonValue[] {
  if (list.length > limit) throw new ApiError('kv-bulk-limit', { count: list.length, limit });
  return list;
}

/** By bytes of UTF-8, as KV lists keys. */
function compareBytes(a: string, b: string): number {
  const [first, second] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  const at = first.findIndex((byte, index) => byte !== second[index]);
  return at === -1 ? first.length - second.length : (first[at] ?? 0) - (second[at] ?? -1);
}
