import { parseXml, XmlElement } from '@rgrove/parse-xml';
import type { AwsClient } from 'aws4fetch';
import { startHash } from '#object-hashes';
import { TouchstoneError } from '../../../../spec/touchstone-error.ts';
import type { IncomingBlob, Note, ObjectStorage } from '../object-record.ts';

/** Maximum number of concurrent requests. */
const requestsAtOnce = 16;

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
  const drop = async (name: string) => {
    await (await client(name, { method: 'DELETE' })).body?.cancel();
  };
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
      await inTurn(left, (name) => drop(`blobs/${name}`));
    },

    async destroy() {
      for (const folder of ['notes', 'blobs'])
        await inTurn(await namesIn(folder), (name) => drop(`${folder}/${name}`));
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

/** All names with a prefix, from any number of pages. */
async function listNames(client: S3Client, prefix: string): Promise<string[]> {
  const names: string[] = [];
  let token: string | undefined;
  do {
    const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) };
    const xml = await (await client(undefined, { query })).text();
    names.push(...getTexts(xml, 'Key').map((key) => key.slice(prefix.length)));
    [token] = getTexts(xml, 'NextContinuationToken');
  } while (token !== undefined);
  return names;
}

async function inTurn<T, U>(items: readonly T[], action: (item: T) => Promise<U>): Promise<U[]> {
  const done: U[] = [];
  for (let at = 0; at < items.length; at += requestsAtOnce)
    done.push(...(await Promise.all(items.slice(at, at + requestsAtOnce).map(action))));
  return done;
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

/** The address of a bucket on an S3-compatible server, and the credentials. */
interface S3Place {
  /** Base URL of the bucket: `https://s3.example.com/bucket` or `https://bucket.s3.example.com`. */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Default: `auto`. */
  readonly region?: string | undefined;
  /** Prefix of all names. Default: none. */
  readonly prefix?: string | undefined;
}

/** Thrown when an S3-compatible server refuses a request. */
export class S3Error extends TouchstoneError {}

interface S3Request {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
}

/** Sends a request for a name below the prefix, or for the bucket; throws unless it succeeds. */
type S3Client = (name: string | undefined, request?: S3Request) => Promise<Response>;

const attempts = 3;

/** Sends requests to an S3-compatible server; the signing module is loaded lazily. */
function s3Client(place: S3Place): S3Client {
  const { url, accessKeyId, secretAccessKey, region = 'auto', prefix = '' } = place;
  let loading: Promise<AwsClient> | undefined;
  const load = async () => {
    const { AwsClient } = await import('aws4fetch');
    return new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: attempts });
  };
  return async (name, { method = 'GET', query = {}, headers = {}, body } = {}) => {
    loading ??= load();
    const target = new URL(`${url.replace(/\/+$/, '')}/${name === undefined ? '' : prefix + name}`);
    for (const [member, value] of Object.entries(query)) target.searchParams.set(member, value);
    const signing = await loading;
    const response = await signing.fetch(target, { method, headers, ...(body !== undefined && { body }) });
    if (response.ok) return response;
    const answer = (await response.text()).slice(0, 500);
    throw new S3Error('s3', `${method} ${target.pathname} is answered with ${response.status}: ${answer}`);
  };
}

/**
 * The texts of all elements with that name in a response, in order.
 *
 * @example
 * getTexts('<a><Key>b</Key></a>', 'Key'); // ['b']
 */
function getTexts(xml: string, name: string): readonly string[] {
  const found: string[] = [];
  const visit = (element: XmlElement) => {
    if (element.name === name) found.push(element.text);
    for (const child of element.children) if (child instanceof XmlElement) visit(child);
  };
  const { root } = parseXml(xml);
  if (root) visit(root);
  return found;
}

/** The body that completes a multipart upload, from the etags of its parts in order. */
function getCompletion(etags: readonly string[]): string {
  const parts = etags.map(
    (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
