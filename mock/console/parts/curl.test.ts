import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JournalEntry } from '../../../spec/services/touchstone/events.ts';
import { type CurlRequest, toCurl, writeCurl } from './curl.ts';

/** What a server got. */
interface Got {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

let got: Got | undefined;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  got = { method: request.method, path: request.url, headers: request.headers, body };
  response.end('done');
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it.each<[string, Omit<CurlRequest, 'url' | 'headers'>, string, Record<string, string>]>([
  ['braces and brackets', { method: 'GET' }, '/orders/{id}?filter[a]=1&b=[1-3]&c={x,y}', {}],
  ['dots', { method: 'GET' }, '/a/../b/./c/..', {}],
  ['no body', { method: 'HEAD' }, '/a', {}],
  ['another method', { method: 'DELETE' }, '/a', {}],
  ['a body with every quote', { method: 'POST', body: `it's "$HOME" \`x\` {[\n` }, "/it's?a=$b", {}],
  ['a body that looks like a file', { method: 'PUT', body: '@/etc/hostname' }, '/a', {}],
  ['headers, one of them empty', { method: 'GET' }, '/a', { 'x-empty': '', 'x-quote': `it's "$HOME"` }],
])('writes a command of curl that sends the same request: %s', async (_, request, path, headers) => {
  got = undefined;
  const command = writeCurl({ ...request, url: `${origin}${path}`, headers }, ['-s', '-m', '5']);
  await promisify(execFile)('sh', ['-c', command]);
  expect(got).toMatchObject({ method: request.method, path, headers, body: request.body ?? '' });
});

it('sends a field as it is, and a file only where it begins with @', async () => {
  const fields = { text: '<a;type=text/html', name: 'b' };
  await promisify(execFile)('sh', [
    '-c',
    writeCurl({ method: 'POST', url: `${origin}/form`, headers: {}, fields }, ['-s', '-m', '5']),
  ]);
  expect(got?.body).toContain('name="text"\r\n\r\n<a;type=text/html\r\n');
  expect(writeCurl({ method: 'POST', url: origin, headers: {}, fields: { a: '@lamps.html' } })).toContain(
    '-F a=@lamps.html',
  );
});

it('has the token of the API, and a variable for a credential that the journal hides', () => {
  const entry: JournalEntry = {
    id: 1,
    at: '2026-01-01T00:00:00.000000Z',
    plane: 'api',
    method: 'GET',
    url: 'http://localhost:4800/client/v4/zones',
    operation: null,
    account_id: null,
    zone_id: null,
    basis: 'seed',
    status: 403,
    duration_ms: 1,
    explanation: [],
    request_headers: { authorization: '(masked)', host: 'localhost:4800' },
    request_body: null,
    response_body: null,
    configuration: null,
  };
  expect(toCurl(entry, 'token-1')).toBe(
    "curl \\\n  -H 'authorization: Bearer token-1' \\\n  http://localhost:4800/client/v4/zones",
  );
  const hidden = { ...entry, plane: 'edge' as const, request_headers: { cookie: 'a=(masked)' } };
  expect(toCurl(hidden, 'token-1')).toContain(`-H 'cookie: a='"$SECRET"''`);
});
