import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { markdown } from './markdown.ts';

let folder: string;
const server = createServer((request, response) => {
  if (request.url === '/picture') {
    response.setHeader('content-type', 'image/png');
    response.end('x');
  } else if (request.url === '/gone') {
    response.statusCode = 404;
    response.end('gone');
  } else {
    response.setHeader('content-type', 'text/html; charset=iso-8859-1');
    response.end(Buffer.from('<h1>Caf\u00e9</h1><a href="../b">b</a>', 'latin1'));
  }
});
let site: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-markdown-'));
  await writeFile(join(folder, 'page.html'), '<meta name=title content="A: b"><p>One <a href="x">two</a>');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function run(source: string, flags = {}) {
  const chunks: Uint8Array[] = [];
  const output = new Writable({
    write(chunk, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = await markdown(source, flags, output);
  return { code, text: Buffer.concat(chunks).toString(), complaint: String(complaint.mock.calls[0] ?? '') };
}

describe('touchstone markdown', () => {
  test('converts a file and keeps its links', async () => {
    const { code, text } = await run(join(folder, 'page.html'));
    expect([code, text]).toEqual([0, '---\ntitle: "A: b"\n---\n\nOne [two](x)\n']);
  });

  test('resolves the links of a file against a given URL', async () => {
    const { text } = await run(join(folder, 'page.html'), { url: 'https://example.com/a/' });
    expect(text).toContain('[two](https://example.com/a/x)');
  });

  test('fetches a page, with the encoding and address of the answer', async () => {
    const { code, text } = await run(`${site}/a/b/c`);
    expect([code, text]).toEqual([0, `# Caf\u00e9\n\n[b](${site}/a/b)\n`]);
  });

  test.each([
    ['a missing file', () => join(folder, 'none.html'), {}, 'none.html'],
    ['a missing page', () => `${site}/gone`, {}, 'status 404'],
    ['a page that is not HTML', () => `${site}/picture`, {}, "its type is 'image/png'"],
    ['an unknown encoding', () => join(folder, 'page.html'), { charset: 'utf-99' }, "'utf-99'"],
    ['an invalid URL', () => join(folder, 'page.html'), { url: 'a/b' }, "'a/b'"],
  ])('reports %s and exits with 2', async (_, source, flags, words) => {
    const { code, text, complaint } = await run(source(), flags);
    expect([code, text]).toEqual([2, '']);
    expect(complaint).toContain(words);
  });
});
