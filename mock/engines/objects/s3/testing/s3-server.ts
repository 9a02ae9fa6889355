import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Keys on one page of a list: few, so that tests have several pages. */
const pageKeys = 2;

const partLeast = 5_242_880;

/** The part of an S3-compatible server that object storages use, in memory. */
export async function startS3Server() {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let last = 0;

  const list = (query: URLSearchParams) => {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const all = [...objects.keys()].filter((key) => key.startsWith(prefix));
    const listed = query.has('delimiter') ? [...new Set(all.map((key) => folderOf(key, prefix)))] : all;
    const keys = listed.filter((key) => key > after).toSorted();
    const page = keys.slice(0, pageKeys);
    const next =
      keys.length > pageKeys ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const items = page.map((key) =>
      query.has('delimiter')
        ? `<CommonPrefixes><Prefix>${key}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${key}</Key></Contents>`,
    );
    return `<ListBucketResult><Prefix>${prefix}</Prefix>${items.join('')}${next}</ListBucketResult>`;
  };
  const complete = (key: string, id: string, xml: string) => {
    const parts = uploads.get(id);
    const named = Array.from(xml.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(\w+)<\/ETag>/g));
    const joined = named.flatMap(
      ([, number, etag]) => (etag === `e${number}` ? parts?.get(Number(number)) : []) ?? [],
    );
    if (joined.slice(0, -1).some((part) => part.length < partLeast))
      return '<Error><Code>EntityTooSmall</Code></Error>';
    objects.set(key, Buffer.concat(joined));
    uploads.delete(id);
    return '<CompleteMultipartUploadResult/>';
  };
  const put = (key: string, query: URLSearchParams, body: Buffer) => {
    const number = Number(query.get('partNumber'));
    if (number === 0) objects.set(key, body);
    else uploads.get(query.get('uploadId') ?? '')?.set(number, body);
    return `e${number}`;
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    const key = pathname.replace(/^\/bucket\//, '');
    const body = await toBody(request);
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=id/')) {
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    } else if (request.method === 'PUT') {
      response.writeHead(200, { etag: put(key, query, body) }).end();
    } else if (request.method === 'POST' && query.has('uploads')) {
      uploads.set(String(++last), new Map());
      response.end(
        `<InitiateMultipartUploadResult><UploadId>${last}</UploadId></InitiateMultipartUploadResult>`,
      );
    } else if (request.method === 'POST') {
      response.end(complete(key, query.get('uploadId') ?? '', body.toString()));
    } else if (request.method === 'DELETE') {
      if (query.has('uploadId')) uploads.delete(query.get('uploadId') ?? '');
      else objects.delete(key);
      response.writeHead(204).end();
    } else if (query.has('list-type')) {
      response.end(list(query));
    } else if (objects.has(key)) {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const whole = objects.get(key);
      if (from === undefined) response.end(whole);
      else response.writeHead(206).end(whole?.subarray(Number(from), Number(to) + 1));
    } else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It listens on a port, so it has an address.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/bucket`, objects, uploads, close: () => server.close() };
}

/** The name up to the first slash after the prefix. */
const folderOf = (key: string, prefix: string) => key.slice(0, key.indexOf('/', prefix.length) + 1);

async function toBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}
