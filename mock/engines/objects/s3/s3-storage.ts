import { startHash } from '#object-hashes';
import type { Note, ObjectStorage } from '../object-storage.ts';
import { incomingS3Blob } from './s3-blob.ts';
import { type S3Client, type S3Place, s3Client } from './s3-client.ts';
import { textsOf } from './s3-xml.ts';

/** Requests that are under way at once where there are many. */
const requestsAtOnce = 16;

/**
 * Objects on an S3-compatible server, for those who have one to keep them: bytes and notes are objects of names of
 * ours, so that what the server thinks of keys does not matter. One process writes there at a time.
 *
 * @throws S3Error from each function, where the server refuses
 * @example
 * const storage = s3Storage({ url: 'https://s3.example.com/bucket', accessKeyId, secretAccessKey });
 */
export function s3Storage(place: S3Place): ObjectStorage {
  const client = s3Client(place);
  const { prefix = '' } = place;
  const drop = async (name: string) => {
    await (await client(name, { method: 'DELETE' })).body?.cancel();
  };
  const namesIn = (folder: string) => listNames(client, `${prefix}${folder}/`);

  return {
    async load() {
      const names = await namesIn('notes');
      return inTurn(names, async (name) => noteOf(await (await client(`notes/${name}`)).text()));
    },
    async keepNote({ name, text }) {
      const body = `${JSON.stringify(name)}\n${text}`;
      await (await client(`notes/${hashOf(name)}`, { method: 'PUT', body })).body?.cancel();
    },
    dropNote: (name) => drop(`notes/${hashOf(name)}`),

    receive(size) {
      const id = crypto.randomUUID();
      return incomingS3Blob(client, id, `blobs/${id}`, size);
    },
    async *read(blob, offset, length) {
      if (length === 0) return;
      const range = `bytes=${offset}-${offset + length - 1}`;
      const { body } = await client(`blobs/${blob}`, { headers: { range } });
      const reader = body?.getReader();
      try {
        for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
          yield part.value;
      } finally {
        await reader?.cancel();
      }
    },
    dropBlob: (blob) => drop(`blobs/${blob}`),
    async keepOnly(blobs) {
      const left = (await namesIn('blobs')).filter((name) => !blobs.has(name));
      await inTurn(left, (name) => drop(`blobs/${name}`));
    },

    async destroy() {
      for (const folder of ['notes', 'blobs'])
        await inTurn(await namesIn(folder), (name) => drop(`${folder}/${name}`));
    },
  };
}

function hashOf(name: string): string {
  const hash = startHash('sha256');
  hash.update(new TextEncoder().encode(name));
  return hash.digest();
}

function noteOf(content: string): Note {
  const end = content.indexOf('\n');
  const name: unknown = JSON.parse(content.slice(0, end));
  return { name: String(name), text: content.slice(end + 1) };
}

/** Names behind a prefix, of however many pages. */
async function listNames(client: S3Client, prefix: string): Promise<string[]> {
  const names: string[] = [];
  let token: string | undefined;
  do {
    const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) };
    const xml = await (await client(undefined, { query })).text();
    names.push(...textsOf(xml, 'Key').map((key) => key.slice(prefix.length)));
    [token] = textsOf(xml, 'NextContinuationToken');
  } while (token !== undefined);
  return names;
}

async function inTurn<T, U>(items: readonly T[], action: (item: T) => Promise<U>): Promise<U[]> {
  const done: U[] = [];
  for (let at = 0; at < items.length; at += requestsAtOnce)
    done.push(...(await Promise.all(items.slice(at, at + requestsAtOnce).map(action))));
  return done;
}
