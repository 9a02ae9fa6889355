import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type Plane, startPlane } from './plane.ts';

const planes: Plane[] = [];
afterEach(() => Promise.all(planes.splice(0).map((plane) => plane.close(1_000))), 60_000);

/** Sends raw text to a plane that describes its request, and returns the answer. */
async function answerTo(sent: string, headerLines: boolean): Promise<string> {
  const { url, close } = await startPlane({
    name: 'test',
    port: 0,
    host: '127.0.0.1',
    headerLines,
    anyMethod: true,
    fetch: async (request, peer) =>
      new Response(
        [
          request.method,
          request.url.replace(/:\d+/, ''),
          request.headers.get('a'),
          peer?.loopback,
          peer?.target,
        ].join(' '),
        {
          status: 405,
          headers: { allow: 'GET' },
        },
      ),
  });
  planes.push({ url, close });
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(sent));
  let text = '';
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('latin1');
  });
  return new Promise((resolve) => {
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}

const rest = 'HTTP/1.1\r\nHost: localhost\r\nA: b\r\nConnection: close\r\n\r\n';

it.each([
  ['FOO', false],
  ['get', false],
  ['PATCH', false],
  ['FOO', true],
])('answers the method %s, with raw header lines: %s', async (method, headerLines) => {
  const text = await answerTo(`${method} /a%20b?c ${rest}`, headerLines);
  expect(text).toMatch(/^HTTP\/1\.1 405 .*\r\n(?:.*\r\n)*?allow: GET\r\n/i);
  expect(text).toMatch(new RegExp(`\\b${method} http://localhost/a%20b\\?c b true`));
});

it.each(['GET', 'FOO'])(
  'hands on the target of a request line with the method %s as sent',
  async (method) => {
    // A URL has none of these forms: `URL` resolves the dots, and encodes or replaces characters.
    for (const target of ['/a/../b', '/a/%2e%2E/./b?../c', '//a\\b', '/a?b="<c>"', '/%7ea#b']) {
      expect(await answerTo(`${method} ${target} ${rest}`, true)).toContain(` b true ${target}`);
    }
  },
);

it.each([
  'FOO / HTTP/1.1\r\nHost: [\r\n\r\n',
  'FOO nowhere HTTP/1.1\r\n\r\n',
  'FOO / HTTP/1.1\r\na b: c\r\n\r\n',
  '\x00\r\n\r\n',
])('answers 400 to %j', async (sent) => {
  expect(await answerTo(sent, true)).toMatch(/^HTTP\/1\.1 400 /);
});
