import type { Mock } from '../../assembly/create-mock.ts';
import type { DocumentOperation } from '../../engines/openapi/document.ts';
import { isJsonType } from '../../engines/openapi/resources/envelope.ts';
import { createRandom } from '../../engines/seeded/random.ts';
import type { DocumentRecord } from '../../world/document-records.ts';
import type { ServedDocument } from '../served-document.ts';

/** All records of a mock, those of the world last. */
export const listRecords = ({ world }: Mock): readonly DocumentRecord[] =>
  [...world.accounts.list(), world].flatMap(({ documented }) => documented.list());

/**
 * Sends requests of a document in a random order, the same for the same seed: shorter paths come more often first, and
 * variables of a path are ids that exist.
 *
 * @returns the number of requests that succeeded
 */
export async function playRequests(
  mock: Mock,
  { document, schemas, roles }: ServedDocument,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<number> {
  const random = createRandom(seed);
  const operations = document.operations
    .filter((one) => one.method !== 'GET' && roles.get(one.id)?.kind !== 'none')
    // The zone itself is needed.
    .filter(({ path }) => !/^\/zones\/\{[^}]*\}$/.test(path))
    .toSorted((a, b) => a.path.split('/').length - b.path.split('/').length);
  let succeeded = 0;
  for (let at = 0; at < count; at++) {
    // Makers are more frequent than what removes.
    const most = Math.max(1, Math.min(operations.length, Math.ceil((operations.length * (at + 1)) / count)));
    const operation = operations[random.whole(0, most - 1)];
    if (!operation || (operation.method === 'DELETE' && random.whole(0, 3) > 0)) continue;
    const path = toPath(operation);
    if (path === undefined) continue;
    const response = await mock.fetch(toRequest(operation, path, `${seed} ${at}`));
    if (response.ok) succeeded++;
  }
  return succeeded;

  function toPath({ path }: DocumentOperation): string | undefined {
    let filled = document.basePath;
    for (const segment of path.split('/').slice(1)) {
      filled += segment.includes('{') ? `/${toId(filled) ?? ''}` : `/${segment}`;
      if (filled.endsWith('/')) return undefined;
    }
    return filled;
  }

  function toId(above: string): string | undefined {
    if (above.endsWith('/zones')) return mock.defaults.zoneId;
    if (above.endsWith('/accounts')) return mock.defaults.accountId;
    const known = listRecords(mock).filter(({ collection }) => collection === above);
    const record = known[random.whole(0, Math.max(0, known.length - 1))];
    // A client may choose it.
    return record ? record.path.slice(above.length + 1) : ['one', 'two', 'a%20b'][random.whole(0, 5)];
  }

  function toRequest({ method, body }: DocumentOperation, path: string, text: string): Request {
    const headers: Record<string, string> = { authorization: `Bearer ${mock.defaults.apiToken}` };
    const media = body?.content.find(({ type }) => isJsonType(type));
    const raw = body?.content[0]?.type;
    if (media?.schema) {
      const value = schemas.sample(media.schema, 'request', text);
      return new Request(`http://localhost${path}`, { method, headers, body: JSON.stringify(value) });
    }
    if (raw !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(raw) && raw !== 'multipart/form-data')
      headers['content-type'] = raw;
    return new Request(`http://localhost${path}`, { method, headers, ...(body && { body: text }) });
  }
}
