import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readDocuments } from './openapi.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const document = { openapi: '3.0.0', info: { title: 'T', version: '1' }, paths: { '/a': { get: {} } } };

describe('the documents of serve', () => {
  it('come from files of JSON and YAML, and from URLs', async () => {
    const server = createServer((_, response) => response.end(JSON.stringify(document)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`;
    const yaml = write(
      'a.yaml',
      'openapi: 3.0.0\ninfo: { title: T, version: "1" }\npaths:\n  /a: { get: {} }\n',
    );
    const files = [write('a.json', JSON.stringify(document)), yaml, url];
    const read = await readDocuments({ openapi: files }, () => {});
    server.close();
    expect(read.map((one) => one.document)).toEqual([document, document, document]);
    expect(read.map(({ name }) => name)).toEqual(files);
  });

  it('say what of them is not served', async () => {
    const file = write('b.json', JSON.stringify({ ...document, paths: { a: { get: {} } } }));
    const lines: string[] = [];
    await readDocuments({ openapi: file }, (line) => lines.push(line));
    expect(lines).toEqual([`${file}#/paths/a: The path has no slash at its start.`]);
  });

  it('are refused in one sentence', async () => {
    const read = (openapi: string) => readDocuments({ openapi }, () => {});
    await expect(read(join(folder, 'none.json'))).rejects.toThrow('none.json: does not exist');
    await expect(read(write('c.json', '{'))).rejects.toThrow('c.json is not JSON');
    await expect(read(write('d.json', '{}'))).rejects.toThrow('d.json is not an OpenAPI document');
  });
});
