import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startPlane } from './plane.ts';

const MiB = 1024 * 1024;
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function open(fetch: (request: Request) => Promise<Response>, headerLines: boolean): Promise<string> {
  const { url, close } = await startPlane({ name: 'API', port: 0, host: '127.0.0.1', fetch, headerLines });
  closers.push(() => close(0));
  return url.replace('localhost', '127.0.0.1');
}

/** Sends a body of many MiB as fast as it is read. */
function send(url: string, megabytes: number) {
  const request = httpRequest(url, { method: 'POST', agent: false });
  const sent = { megabytes: 0 };
  const piece = Buffer.alloc(MiB, 'x');
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
  });
  const sending = (async () => {
    while (sent.megabytes < megabytes && !request.destroyed) {
      const more = request.write(piece);
      sent.megabytes++;
      if (!more) await once(request, 'drain');
    }
    request.end();
  })().catch(() => {});
  return { request, sent, sending, answered };
}

async function getText(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += chunk;
  return text;
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Bun uses another server for each.
describe.each([false, true])('a plane, with raw header lines: %s', (headerLines) => {
  const plane = (fetch: (request: Request) => Promise<Response>) => open(fetch, headerLines);

  it('accepts bodies as large as a pack, in pieces', async () => {
    const url = await plane(async ({ body }) => {
      let size = 0;
      let pieces = 0;
      for await (const piece of body ?? []) {
        size += piece.length;
        pieces++;
      }
      return new Response(`${size / MiB} ${pieces > 100}`);
    });
    // Bun alone would stop at 128 MiB.
    const { answered } = send(url, 140);
    expect(await getText(await answered)).toBe('140 true');
  });

  it('reads no more of a body than its reader does', async () => {
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const url = await plane(async ({ body }) => {
      let first = true;
      for await (const _ of body ?? []) {
        if (first) await waiting;
        first = false;
      }
      return new Response('read');
    });
    const { sent, answered } = send(url, 64);
    await sleep(300);
    // The rest waits in the buffers of the system.
    expect(sent.megabytes).toBeLessThan(40);
    goOn();
    expect(await getText(await answered)).toBe('read');
  });

  it('pulls no more of an answer than the client reads', async () => {
    let made = 0;
    const url = await plane(
      async () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              if (made === 64) return controller.close();
              made++;
              controller.enqueue(new Uint8Array(MiB));
            },
          }),
        ),
    );
    const request = httpRequest(url, { agent: false }).end();
    const [response]: IncomingMessage[] = await once(request, 'response');
    response?.pause();
    await sleep(300);
    expect(made).toBeLessThan(40);
    let size = 0;
    for await (const chunk of response ?? []) size += chunk.length;
    expect([size / MiB, made]).toEqual([64, 64]);
  });

  it('answers before the body is read, while the client still sends it', async () => {
    const url = await plane(async () => new Response('no', { status: 403 }));
    const { request, sending, answered } = send(url, 60);
    const response = await answered;
    expect([response.statusCode, await getText(response)]).toEqual([403, 'no']);
    request.destroy();
    await Promise.race([sending, sleep(1000)]);
  });
});
