import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSelfSignedCertificate, type SelfSignedCertificate } from '../../spec/certificates.ts';
import { type DeliveryOptions, deliver } from '../engines/webhook/deliver.ts';
import { webhookConnect } from './webhook-connect.ts';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

// A name without DNS: the POST can only arrive at the checked address.
const host = 'hooks.touchstone.invalid';
let certificate: SelfSignedCertificate;
let server: Server;
let port: number;
let received: Received[];
let answer: (response: ServerResponse) => void;

async function listen({ cert, key }: SelfSignedCertificate): Promise<Server> {
  const listening = createServer({ cert, key }, (incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (text: string) => {
      body += text;
    });
    incoming.on('end', () => {
      const { method, url, headers } = incoming;
      received.push({ method, url, headers, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return listening;
}

async function stop(listening: Server): Promise<void> {
  const closed = new Promise((resolve) => listening.close(resolve));
  listening.closeAllConnections();
  await closed;
}

// A listening server has its address as an object.
const getPort = (listening: Server) => (listening.address() as AddressInfo).port;

beforeAll(async () => {
  certificate = await makeSelfSignedCertificate([host, '127.0.0.1']);
  server = await listen(certificate);
  port = getPort(server);
});
afterAll(() => stop(server));
beforeEach(() => {
  received = [];
  answer = (response) => response.end('thanks');
});

function options(more: Partial<DeliveryOptions> = {}): DeliveryOptions {
  return {
    url: `https://${host}:${port}/runs?a=b`,
    body: '{"text":"é"}',
    headers: { 'Content-Type': 'application/json' },
    resolve: async () => ['127.0.0.1'],
    connect: webhookConnect,
    allowHosts: [host, '127.0.0.1'],
    ca: [certificate.cert],
    ...more,
  };
}

describe('webhookConnect', () => {
  it('sends one POST to the checked address with the host name of the URL', async () => {
    expect(await deliver(options())).toEqual({
      outcome: 'delivered',
      status: 200,
      address: '127.0.0.1',
      answer: new TextEncoder().encode('thanks'),
      answerComplete: true,
    });
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/runs?a=b',
        headers: {
          'content-type': 'application/json',
          host: `${host}:${port}`,
          'content-length': '13',
          connection: 'close',
        },
        body: '{"text":"é"}',
      },
    ]);
  });

  it('reaches an address in the URL, if the certificate has that address', async () => {
    const result = await deliver(options({ url: `https://127.0.0.1:${port}/` }));
    expect(result).toMatchObject({ outcome: 'delivered', status: 200 });
    expect(received[0]?.headers.host).toBe(`127.0.0.1:${port}`);
  });

  it('lets no header of the caller change host or length', async () => {
    await deliver(
      options({ headers: { Host: 'evil.example', 'Content-Length': '1', Connection: 'keep-alive' } }),
    );
    expect(received[0]?.headers).toEqual({
      host: `${host}:${port}`,
      'content-length': '13',
      connection: 'close',
    });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
    answer = (response) => response.writeHead(status, { location: `https://${host}:${port}/again` }).end();
    expect(await deliver(options())).toMatchObject({ outcome: 'delivered', status });
    expect(received).toHaveLength(1);
  });

  it('does not send again after a 500', async () => {
    answer = (response) => response.writeHead(500).end('broken');
    expect(await deliver(options())).toMatchObject({ outcome: 'delivered', status: 500 });
    expect(received).toHaveLength(1);
  });

  it('does not send again when the receiver closes without an answer', async () => {
    answer = (response) => response.socket?.destroy();
    const two = async () => ['127.0.0.1', '127.0.0.1'];
    expect(await deliver(options({ resolve: two }))).toMatchObject({
      outcome: 'failed',
      reason: 'connection',
    });
    expect(received).toHaveLength(1);
  });

  it('goes on to the next address while no connection is made', async () => {
    // Nothing listens at ::1 on this port: the server is bound to 127.0.0.1.
    const result = await deliver(options({ resolve: async () => ['::1', '127.0.0.1'] }));
    expect(result).toMatchObject({ outcome: 'delivered', address: '127.0.0.1' });
    expect(received).toHaveLength(1);
  });

  it('fails when no address accepts a connection', async () => {
    const gone = await listen(certificate);
    const url = `https://${host}:${getPort(gone)}/`;
    await stop(gone);
    const result = await deliver(options({ url }));
    expect(result).toMatchObject({
      outcome: 'failed',
      reason: 'connection',
      message: expect.stringContaining('127.0.0.1'),
    });
  });

  it('does not connect to a loopback address without permission', async () => {
    expect(await deliver(options({ allowHosts: [] }))).toMatchObject({
      outcome: 'refused',
      reason: 'private-address',
    });
    expect(received).toEqual([]);
  });

  it('trusts no certificate of an unknown authority', async () => {
    const other = await makeSelfSignedCertificate([host]);
    for (const ca of [[], [other.cert]]) {
      expect(await deliver(options({ ca }))).toMatchObject({ outcome: 'failed', reason: 'certificate' });
    }
    expect(received).toEqual([]);
  });

  it.each([
    ['another name', ['other.touchstone.invalid'], new Date()],
    ['a time in the past', [host], new Date('2020-01-01')],
  ])('does not send to a receiver with a certificate for %s', async (_name, names, validFrom) => {
    const wrong = await makeSelfSignedCertificate(names, validFrom);
    const receiver = await listen(wrong);
    try {
      const result = await deliver(
        options({ url: `https://${host}:${getPort(receiver)}/`, ca: [wrong.cert] }),
      );
      expect(result).toMatchObject({ outcome: 'failed', reason: 'certificate' });
      expect(received).toEqual([]);
    } finally {
      await stop(receiver);
    }
  });

  it('gives up on a silent receiver after the time limit', async () => {
    answer = () => {};
    const result = await deliver(options({ timeoutMs: 3000 }));
    expect(result).toMatchObject({ outcome: 'failed', reason: 'timeout' });
    expect(received).toHaveLength(1);
  });

  it('keeps the beginning of an endless answer', async () => {
    let closed = Promise.withResolvers<void>();
    answer = (response) => {
      closed = Promise.withResolvers();
      const timer = setInterval(() => response.write('x'.repeat(1000)), 1);
      response.on('close', () => {
        clearInterval(timer);
        closed.resolve();
      });
    };
    const result = await deliver(options({ maxAnswerBytes: 2500 }));
    expect(result).toMatchObject({ outcome: 'delivered', status: 200, answerComplete: false });
    expect('answer' in result && result.answer.byteLength).toBe(2500);
    // The connection is closed, not left open until the receiver gives up.
    await closed.promise;
  });
});
