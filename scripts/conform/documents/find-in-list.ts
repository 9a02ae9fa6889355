import type { DocumentOperation } from '../../../mock/engines/openapi/document.ts';
import { isObject, type JsonValue } from '../../../mock/engines/openapi/json.ts';
import { readPointer } from '../../../mock/engines/openapi/pointer.ts';
import type { Envelope } from '../../../mock/engines/openapi/resources/envelope.ts';
import type { Reply } from '../../../spec/client.ts';
import { openApiLimits } from '../../../spec/engine-limits.ts';
import { ConformanceFailure } from '../../../suites/harness/errors.ts';
import { ask, expectSuccess, toName, type Variables } from './ask-operation.ts';
import type { ResourcePlan } from './resource-plan.ts';
import { jsonMedia } from './sample-request.ts';
import type { TestedDocument, Trial } from './trial.ts';

/** The list of a resource, if its entries can be told apart: by a member with their ids, or because they are ids. */
export function getList(
  tested: TestedDocument,
  { list, resource }: ResourcePlan,
): DocumentOperation | undefined {
  const found = list && tested.envelope(list)?.list;
  const isTold = resource.idMember !== undefined || tested.outlineOf(found?.record).kind === 'value';
  return found && isTold ? list : undefined;
}

type Query = Readonly<Record<string, string>>;

/**
 * Looks for a record in all pages of a list.
 *
 * @param idMember of an entry; entries may also be the ids themselves
 * @returns the entry, undefined if the list does not have it
 */
export async function findInList(
  trial: Trial,
  list: DocumentOperation,
  variables: Variables,
  wanted: { readonly id: string; readonly idMember: string | undefined; readonly query?: Query },
): Promise<JsonValue | undefined> {
  const envelope = trial.envelope(list);
  const { pointer } = envelope?.list ?? {};
  if (!envelope || pointer === undefined) return undefined;
  const media = jsonMedia(list);
  const body = media?.schema && {
    mediaType: media.type,
    content: JSON.stringify(trial.schemas.sample(media.schema, 'request', 'list')),
  };
  let query: Query | undefined = wanted.query ?? {};
  let seen = 0;
  let before = '';
  for (let page = 0; query && page < openApiLimits.walkedPages; page++) {
    const reply = await ask(trial, list, variables, { query, body });
    expectSuccess(list, reply);
    const entries = readPointer(reply.body as JsonValue, pointer);
    if (!Array.isArray(entries))
      throw new ConformanceFailure(`${toName(list)} has no list at ${pointer === '' ? 'its root' : pointer}`);
    const found = (entries as readonly JsonValue[]).find(
      (entry) => getId(entry, wanted.idMember) === wanted.id,
    );
    if (found !== undefined) return found;
    seen += entries.length;
    const text = JSON.stringify(entries);
    // A server that ignores the number of the page would never end.
    if (entries.length === 0 || text === before) return undefined;
    before = text;
    query = getNext(envelope, reply, query, seen);
  }
  return undefined;
}

function getId(entry: JsonValue, idMember: string | undefined): string | undefined {
  const id = isObject(entry) && idMember !== undefined ? entry[idMember] : entry;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** The query of the next page; undefined after the last one. */
function getNext(
  { paging, info }: Envelope,
  { headers, body }: Reply,
  query: Query,
  seen: number,
): Query | undefined {
  const { kind, from, link } = paging;
  const next = link ? /<([^>]*)>;[^,]*rel="?next"?/.exec(headers.get('link') ?? '')?.[1] : undefined;
  if (next !== undefined) return Object.fromEntries(URL.parse(next, 'http://localhost')?.searchParams ?? []);
  if (from === undefined || (link && kind !== 'cursor')) return undefined;
  const told = (pointer: string | undefined) =>
    pointer === undefined ? undefined : readPointer(body as JsonValue, pointer);
  const total = told(info.total);
  if (kind === 'cursor') {
    const cursor = told(info.next);
    return typeof cursor === 'string' && cursor !== '' && cursor !== query[from]
      ? { ...query, [from]: cursor }
      : undefined;
  }
  if (typeof total === 'number' && seen >= total) return undefined;
  const value = kind === 'page' ? Number(query[from] ?? 1) + 1 : seen;
  return { ...query, [from]: String(value) };
}
