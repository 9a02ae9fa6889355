import { startHash } from '#object-hashes';
import type { IncomingBlob, Note, ObjectStorage } from '../object-record.ts';
import {
  getTexts,
  inTurn,
  listNames,
  removeNames,
  type S3Client,
  type S3Place,
  s3Client,
} from './s3-client.ts';

/**
 * Objects on an S3-compatible server: bytes and notes are objects with generated names, so the server's rules for keys
 * do not matter. Only one process may write there at a time.
 *
 * @throws S3Error from each function if the server refuses
 * @example
 * const storage = s3Storage({ url: 'https://s3.example.com/bucket', accessKeyId, secretAccessKey });
 */
export function s3Storage(place: S3Place): ObjectStorage {
  const client = s3Client(place);
  const { prefix = '' } = place;
  const drop = (name: string) => removeNames(client, [name]);
  const namesIn = (folder: string) => listNames(client, `${prefix}${folder}/`);

  return {
    async load() {
      const names = await namesIn('notes');
      return inTurn(names, async (name) => toNote(await (await client(`notes/${name}`)).text()));
    },
    async keepNote({ name, text }) {
      const body = `${JSON.stringify(name)}\n${text}`;
      await (await client(`notes/${getHash(name)}`, { method: 'PUT', body })).body?.cancel();
    },
    dropNote: (name) => drop(`notes/${getHash(name)}`),

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
      await removeNames(
        client,
        left.map((name) => `blobs/${name}`),
      );
    },

    async destroy() {
      for (const folder of ['notes', 'blobs'])
        await removeNames(
          client,
          (await namesIn(folder)).map((name) => `${folder}/${name}`),
        );
    },
  };
}

function getHash(name: string): string {
  const hash = startHash('sha256');
  hash.update(new TextEncoder().encode(name));
  return hash.digest();
}

function toNote(content: string): Note {
  const end = content.indexOf('\n');
  const name: unknown = JSON.parse(content.slice(0, end));
  return { name: String(name), text: content.slice(end + 1) };
}

/** Size of a part; larger blobs are sent in several. Servers require at least 5 MiB, and at most 10,000 parts. */
const partBytes = 16_777_216;

/** Bytes that become an object of an S3-compatible server; at most one part of them is in memory. */
function incomingS3Blob(client: S3Client, id: string, name: string, size?: number): IncomingBlob {
  let part = new Uint8Array(Math.min(size ?? 65_536, partBytes));
  let filled = 0;
  let upload: string | undefined;
  const etags: string[] = [];

  const begin = async () => {
    const response = await client(name, { method: 'POST', query: { uploads: '' } });
    const [found] = getTexts(await response.text(), 'UploadId');
    if (found === undefined) throw new Error('The server sent no id for the upload.');
    return found;
  };
  const send = async () => {
    upload ??= await begin();
    const query = { partNumber: String(etags.length + 1), uploadId: upload };
    const response = await client(name, { method: 'PUT', query, body: part.slice(0, filled) });
    await response.body?.cancel();
    etags.push(response.headers.get('etag') ?? '');
    filled = 0;
  };
  const grow = () => {
    const larger = new Uint8Array(Math.min(Math.max(part.length * 2, 65_536), partBytes));
    larger.set(part.subarray(0, filled));
    part = larger;
  };

  return {
    async write(piece) {
      for (let at = 0; at < piece.length; ) {
        if (filled === partBytes) await send();
        if (filled === part.length) grow();
        const some = piece.subarray(at, at + part.length - filled);
        part.set(some, filled);
        filled += some.length;
        at += some.length;
      }
    },
    async keep() {
      if (upload === undefined) {
        await (await client(name, { method: 'PUT', body: part.slice(0, filled) })).body?.cancel();
        return id;
      }
      if (filled > 0) await send();
      const query = { uploadId: upload };
      const response = await client(name, { method: 'POST', query, body: getCompletion(etags) });
      // A late failure is in the body of a success response.
      const [code] = getTexts(await response.text(), 'Code');
      if (code !== undefined) throw new Error(`The server did not join the parts: ${code}.`);
      upload = undefined;
      return id;
    },
    async discard() {
      filled = 0;
      if (upload === undefined) return;
      const response = await client(name, { method: 'DELETE', query: { uploadId: upload } });
      await response.body?.cancel();
      upload = undefined;
    },
  };
}

/** The body that completes a multipart upload, from the etags of its parts in order. */
function getCompletion(etags: readonly string[]): string {
  const parts = etags.map(
    (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
