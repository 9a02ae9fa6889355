import { ApiError } from '../../../spec/errors.ts';
import type { Declare, RegisteredCall, RegisteredHandlers } from '../../api/registered.ts';
import { type JsonObject, type JsonValue, toList, toObject } from '../../engines/openapi/json.ts';
import { normalizeRecord, toWholeName } from './normalize-record.ts';
import { readZoneFile, writeZoneFile } from './zone-file.ts';

const records = '/zones/{zone_id}/dns_records';
const record = `${records}/{dns_record_id}`;

/** The DNS records of a zone: names are whole, and no two records contradict each other. */
export const handlers: RegisteredHandlers = {
  [`GET ${records}`](asked) {
    const { name } = asked.query;
    const collection = asked.collection(records);
    const found =
      typeof name === 'string'
        ? collection.where('name', toWholeName(name, getZoneName(asked)))
        : collection.list();
    return asked.list(found.map(({ value }) => value));
  },
  [`POST ${records}`](asked) {
    return asked.answer(create(asked, toObject(asked.body)));
  },
  [`PUT ${record}`](asked) {
    return asked.answer(replace(asked, getId(asked), toObject(asked.body)));
  },
  [`PATCH ${record}`](asked) {
    return asked.answer(change(asked, getId(asked), toObject(asked.body)));
  },
  [`DELETE ${record}`](asked) {
    asked.collection(records).remove(getId(asked));
    return asked.answer({ id: getId(asked) });
  },
  [`POST ${records}/batch`](asked) {
    const body = toObject(asked.body);
    const each = <T>(name: string, work: (one: JsonObject) => T): T[] =>
      toList(body[name]).map((one) => work(toObject(one)));
    return asked.collection(records).atomic(() => {
      const deletes = each('deletes', ({ id }) => {
        const { value } = asked.collection(records).get(String(id));
        asked.collection(records).remove(String(id));
        return value;
      });
      const patches = each('patches', ({ id, ...patch }) => change(asked, String(id), patch));
      const puts = each('puts', ({ id, ...given }) => replace(asked, String(id), given));
      const posts = each('posts', (given) => create(asked, given));
      return asked.answer({ deletes, patches, puts, posts });
    });
  },
  async [`POST ${records}/import`](asked) {
    const { file, proxied } = toObject(asked.body);
    const text = asked.file ? new TextDecoder().decode(asked.file.bytes) : String(file ?? '');
    const found = readZoneFile(text, getZoneName(asked), proxied === 'true' || proxied === true);
    return asked.collection(records).atomic(() => {
      for (const one of found) create(asked, one);
      return asked.answer({ recs_added: found.length, total_records_parsed: found.length });
    });
  },
  [`GET ${records}/export`](asked) {
    const values = asked
      .collection(records)
      .list()
      .map(({ value }) => toObject(value));
    return { written: writeZoneFile(values, getZoneName(asked)), mediaType: 'text/plain; charset=utf-8' };
  },
  [`GET ${records}/usage`](asked) {
    return asked.answer({ record_quota: null, record_usage: asked.collection(records).list().length });
  },
};

/** What the reference of the API describes. */
export const declare: Declare = ({ method, path }) => ({
  ...(handlers[`${method} ${path}`] && {
    certainty: 'documented',
    source: 'Cloudflare API reference, DNS records',
  }),
});

const getId = ({ params }: RegisteredCall): string => params['dns_record_id'] ?? '';
const getZoneName = ({ call, params }: RegisteredCall): string =>
  call.world.zones.get(params['zone_id'] ?? '')?.zone.name ?? '';

function create(asked: RegisteredCall, given: JsonObject): JsonValue {
  const collection = asked.collection(records);
  const value = normalizeRecord(given, getZoneName(asked));
  requirePlace(asked, value);
  return collection.add(value).value;
}

function replace(asked: RegisteredCall, id: string, given: JsonObject): JsonValue {
  const collection = asked.collection(records);
  collection.get(id);
  const value = normalizeRecord(given, getZoneName(asked));
  requirePlace(asked, value, id);
  return collection.replace(id, value).value;
}

function change(asked: RegisteredCall, id: string, patch: JsonObject): JsonValue {
  const collection = asked.collection(records);
  const before = toObject(collection.get(id).value);
  // The content follows new data.
  const { content, ...others } = before;
  const kept = patch['data'] === undefined ? before : others;
  const value = normalizeRecord({ ...kept, ...patch }, getZoneName(asked));
  requirePlace(asked, value, id);
  return collection.replace(id, value).value;
}

/** @param own id of the record itself. @throws ApiError for a record that can't be beside those with its name */
function requirePlace(asked: RegisteredCall, value: JsonObject, own?: string): void {
  const { name, type, content, priority } = value;
  const others = asked
    .collection(records)
    .where('name', name ?? null)
    .map((one) => toObject(one.value))
    .filter((one) => one['id'] !== own);
  const isSame = (one: JsonObject) =>
    one['type'] === type && one['content'] === content && one['priority'] === priority;
  if (others.some(isSame)) throw new ApiError('dns-record-identical');
  const has = (...types: readonly unknown[]) => others.some((one) => types.includes(one['type']));
  if (type === 'CNAME' && has('A', 'AAAA', 'CNAME')) throw new ApiError('dns-host-taken');
  if ((type === 'A' || type === 'AAAA') && has('CNAME')) throw new ApiError('dns-alias-there');
  // The zone itself has nameservers beside its other records.
  const isDelegated = type === 'NS' ? others.some((one) => one['type'] !== 'NS') : has('NS');
  if (isDelegated && name !== getZoneName(asked)) throw new ApiError('dns-delegation-there');
}
