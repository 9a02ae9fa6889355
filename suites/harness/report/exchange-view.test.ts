import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { madeExchange } from '../testing/made-results.ts';
import { bodyLines, curlLine, getOwnLines } from './exchange-view.ts';

/** How a shell parses a line: the arguments of curl, with variables that contain their names. */
function getArguments(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = {
    PATH: process.env['PATH'] ?? '',
    TOKEN: 'T0KEN',
    JWT: 'J.W.T',
    SECRET: 'S3CRET',
    AUTH_KEY: 'KEY',
  };
  const { stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env });
  expect(stderr).toBe('');
  return stdout.split('\0').slice(0, -1);
}

const url = 'http://tiny.invalid/client/v4/zones?a=1&b=$HOME';

describe('curlLine', () => {
  test.each([
    ['a GET', madeExchange({ url }), ['-i', url]],
    ['a HEAD', madeExchange({ method: 'HEAD', url }), ['-i', url, '-I']],
    ['a DELETE', madeExchange({ method: 'DELETE', url }), ['-i', url, '-X', 'DELETE']],
    [
      'a POST with quotes, a line end and a dollar in its body',
      madeExchange({ method: 'POST', url, body: `{"a":"it's $5",\n"b":"\`c\`"}` }),
      ['-i', url, '--data-raw', `{"a":"it's $5",\n"b":"\`c\`"}`],
    ],
    ['a PUT', madeExchange({ method: 'PUT', url, body: '{}' }), ['-i', url, '-X', 'PUT', '--data-raw', '{}']],
    [
      'a credential, by a variable',
      madeExchange({ url, headers: [['authorization', 'Bearer <redacted>']] }),
      ['-i', url, '-H', 'authorization: Bearer T0KEN'],
    ],
    [
      'another credential, as a variable of its own',
      madeExchange({ url, headers: [['X-Auth-Key', '<redacted>']] }),
      ['-i', url, '-H', 'X-Auth-Key: KEY'],
    ],
    [
      'a test token in a header, as a variable',
      madeExchange({ url, headers: [['cookie', 'a=<jwt alg=ES256 kid=k>; b=1']] }),
      ['-i', url, '-H', 'cookie: a=J.W.T; b=1'],
    ],
    [
      'a secret in a body, as a variable',
      madeExchange({ method: 'POST', url, body: `{"k":"<redacted>","t":"$x'"}` }),
      ['-i', url, '--data-raw', `{"k":"S3CRET","t":"$x'"}`],
    ],
    [
      'headers that curl adds itself, as nothing',
      madeExchange({
        url,
        headers: [
          ['Content-Length', '2'],
          ['accept', '*/*'],
        ],
      }),
      ['-i', url, '-H', 'accept: */*'],
    ],
  ])('sends %s', (_, exchange, expected) => {
    expect(getArguments(curlLine(exchange, null).command)).toEqual(expected);
  });

  test('sends a request to the zone through the edge, with the host of the zone', () => {
    const exchange = madeExchange({ url: '//api.tiny.localhost/a?b', headers: [] }, { plane: 'edge' });
    const through = ['-i', 'http://127.0.0.1:4801/a?b', '-H', 'host: api.tiny.localhost'];
    expect(getArguments(curlLine(exchange, 'http://127.0.0.1:4801/').command)).toEqual(through);
    expect(getArguments(curlLine(exchange, null).command)).toEqual(['-i', 'http://api.tiny.localhost/a?b']);
  });

  test.each([`${'x'.repeat(20)}... (20000 characters)`, '(12 bytes of image/png)', '(in chunks)'])(
    'names a file for a truncated body, and says so: %s',
    (body) => {
      const { command, notes } = curlLine(madeExchange({ method: 'POST', url, body }), null);
      expect(getArguments(command)).toEqual(['-i', url, '--data-binary', '@body']);
      expect(notes).toHaveLength(1);
    },
  );
});

test('formats JSON, and leaves everything else as it is', () => {
  expect(bodyLines('{"a":[1]}', 100)).toEqual(['{', '  "a": [', '    1', '  ]', '}']);
  expect(bodyLines('{"a":[1... (900 characters)', 100)).toEqual(['{"a":[1... (900 characters)']);
  expect(bodyLines('a\nb', 100)).toEqual(['a', 'b']);
});

test('truncates a long body and a long line, and says so', () => {
  expect(bodyLines('abcdef', 4)).toEqual(['abcd', '... and 2 more characters, see results.json']);
  expect(bodyLines('x'.repeat(500), 1_000)).toEqual([`${'x'.repeat(400)}... (500 characters)`]);
});

test('finds lines that another text lacks, whatever their order, depth and commas', () => {
  const lines = ['{', '  "a": 1,', '  "b": 2', '}'];
  const others = ['{', '    "b": 2,', '  "a": 9', '}'];
  expect([...getOwnLines(lines, others)]).toEqual([1]);
  expect([...getOwnLines(['a', 'a'], ['a'])]).toEqual([1]);
});
