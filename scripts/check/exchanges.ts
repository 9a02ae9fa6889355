import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** An origin that says what it got, and takes its time for `/slow`. */
export async function startOrigin() {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url === '/slow') await new Promise((resolve) => setTimeout(resolve, 1000));
    const text = `${request.method} ${request.url} ${request.headers.host} ${body}`;
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    if (request.headers['accept-encoding'] === 'gzip') {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(text));
    } else response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A request that `ask` sends. */
export interface Question {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Asks without `fetch`, which replaces Host and undoes encodings. */
export function ask(url: string, { method, headers, body }: Question) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      const request = httpRequest(url, { method, headers, agent: false });
      request.on('error', reject);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      request.end(body);
    },
  );
}

/** Goes away in the middle of a body. */
export async function leaveHalfway(url: string): Promise<void> {
  const request = httpRequest(url, { method: 'PUT', headers: { 'content-length': '1000000' } });
  request.on('error', () => {});
  request.write(Buffer.alloc(500_000));
  await new Promise((resolve) => setTimeout(resolve, 200));
  request.destroy();
  await new Promise((resolve) => setTimeout(resolve, 200));
}

/** @throws Error where two values are not the same */
export function equal(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
}
