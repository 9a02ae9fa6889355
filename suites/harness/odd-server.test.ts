import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { closedPort, type Oddity, type OddServer, openOddServer } from './odd-server.ts';

const open: OddServer[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const url = async (oddity: Oddity, scheme = 'http') => {
  const server = await openOddServer(oddity);
  open.push(server);
  return `${scheme}://127.0.0.1:${server.port}/`;
};

describe('an odd server', () => {
  it('sends any bytes', async () => {
    const text = 'HTTP/1.1 299 Odd\r\ncontent-length: 3\r\n\r\nodd';
    const response = await fetch(await url({ kind: 'sends', text }));
    expect([response.status, await response.text()]).toEqual([299, 'odd']);
  });

  it('resets connections', async () => {
    await expect(fetch(await url({ kind: 'resets' }))).rejects.toThrow();
  });

  it('has an untrusted certificate', async () => {
    await expect(fetch(await url({ kind: 'untrusted', names: ['127.0.0.1'] }, 'https'))).rejects.toThrow();
  });
});

describe('closedPort', () => {
  it('returns a port that a server can listen on', async () => {
    const port = await closedPort();
    const server = createServer();
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
    await new Promise((closed) => server.close(closed));
  });
});
