import type { IncomingBlob } from '../object-storage.ts';
import type { S3Client } from './s3-client.ts';
import { completionOf, textsOf } from './s3-xml.ts';

/** Bytes of a part: what is larger is sent in several; servers take 5 MiB at least, and 10,000 parts. */
const partBytes = 16_777_216;

/** Bytes that become an object of an S3-compatible server; no more than a part of them is here at once. */
export function incomingS3Blob(client: S3Client, id: string, name: string, size?: number): IncomingBlob {
  let part = new Uint8Array(Math.min(size ?? 65_536, partBytes));
  let filled = 0;
  let upload: string | undefined;
  const etags: string[] = [];

  const begin = async () => {
    const response = await client(name, { method: 'POST', query: { uploads: '' } });
    const [found] = textsOf(await response.text(), 'UploadId');
    if (found === undefined) throw new Error('The server gave an upload no id.');
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
      const response = await client(name, { method: 'POST', query, body: completionOf(etags) });
      // What fails late is told in an answer that has begun as one of success.
      const [code] = textsOf(await response.text(), 'Code');
      if (code !== undefined) throw new Error(`The server did not put the parts together: ${code}.`);
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
