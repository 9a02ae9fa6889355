import { afterEach, expect, it } from 'vitest';
import { rawHttp } from '../assembly/testing/sockets.ts';
import { createMock } from '../index.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

it('a page of this machine may call each plane that needs it, on every runtime', async () => {
  const mock = createMock();
  closers.push(() => mock.close());
  const { api, objects, interpreter } = await mock.listen({ port: 0 });
  const page = 'http://localhost:5173';
  for (const plane of [api, objects, interpreter]) {
    const asked = `OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: ${page}\r\nAccess-Control-Request-Method: PUT\r\nAccess-Control-Request-Headers: authorization\r\nConnection: close\r\n\r\n`;
    const granted = await rawHttp(plane ?? '', asked);
    expect(granted).toMatch(/^HTTP\/1\.1 204 /);
    expect(granted.toLowerCase()).toContain('access-control-allow-headers: authorization\r\n');
    const got = `GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: ${page}\r\nConnection: close\r\n\r\n`;
    expect((await rawHttp(plane ?? '', got)).toLowerCase()).toContain(
      `access-control-allow-origin: ${page}\r\n`,
    );
  }
});
