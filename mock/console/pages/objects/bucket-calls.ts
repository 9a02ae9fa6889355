import type { Bucket, ObjectList, StoredObject } from '../../../../spec/services/touchstone/objects.ts';
import type { Session } from '../../session.ts';

/** Objects of one page of a list. */
const pageSize = 200;

/** The calls of the admin interface for one bucket. */
export interface BucketCalls {
  /** Lists a folder: its first pages, or fewer if there are no more. */
  list(prefix: string, pages: number): Promise<ObjectList>;
  /** What is known of an object; undefined if there is none, or no bucket. */
  find(key: string): Promise<StoredObject | undefined>;
  read(key: string): Promise<Blob>;
  put(key: string, file: Blob): Promise<StoredObject>;
  remove(key: string): Promise<unknown>;
}

export const getBuckets = ({ admin, account }: Session) =>
  admin<readonly Bucket[]>(`accounts/${account.id}/buckets`);

export function openBucket(session: Session, name: string): BucketCalls {
  const { admin, fetchAdmin, account } = session;
  const bucket = `accounts/${account.id}/buckets/${encodeURIComponent(name)}`;
  const at = (key: string) => `${bucket}/object?${new URLSearchParams({ key })}`;
  const listPage = (query: Readonly<Record<string, string>>) =>
    admin<ObjectList>(`${bucket}/objects?${new URLSearchParams(query)}`);
  return {
    async list(prefix, pages) {
      const query = { prefix, delimiter: '/', limit: String(pageSize) };
      let list = await listPage(query);
      for (let page = 1; page < pages && list.cursor !== null; page++) {
        const { objects, prefixes, cursor } = await listPage({ ...query, cursor: list.cursor });
        list = {
          objects: [...list.objects, ...objects],
          prefixes: [...list.prefixes, ...prefixes],
          cursor,
        };
      }
      return list;
    },
    async find(key) {
      const buckets = await getBuckets(session);
      if (!buckets.some((bucket) => bucket.name === name)) return undefined;
      // It comes first of all keys that begin with it.
      const { objects } = await listPage({ prefix: key, limit: '1' });
      return objects.find((object) => object.key === key);
    },
    read: async (key) => (await fetchAdmin(at(key))).blob(),
    put: (key, file) =>
      admin<StoredObject>(at(key), {
        method: 'PUT',
        body: file,
        headers: { 'content-type': file.type || 'application/octet-stream' },
      }),
    remove: (key) => admin(at(key), { method: 'DELETE' }),
  };
}

/** The part of a key after its last slash, before one at its end. */
export const getName = (key: string) => /([^/]*\/?)$/.exec(key)?.[1] || key;

/** The folders of a prefix, each with its own prefix: `a/b/` has `a` and `b`. */
export function getFolders(prefix: string): readonly { readonly name: string; readonly prefix: string }[] {
  const names = prefix.split('/').slice(0, -1);
  return names.map((name, at) => ({ name, prefix: `${names.slice(0, at + 1).join('/')}/` }));
}
