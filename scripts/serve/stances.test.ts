import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readStances } from './stances.ts';

describe('readStances', () => {
  let file = '';
  beforeEach(() => {
    file = join(mkdtempSync(join(tmpdir(), 'serve-stances-')), 'stances.json');
  });
  afterEach(() => rmSync(join(file, '..'), { recursive: true }));

  it('returns the contents of a file', async () => {
    writeFileSync(file, '{ "edge.blocked.status": 401 }');
    expect(await readStances(file)).toEqual({ 'edge.blocked.status': 401 });
  });

  it('names the file, the stance and the nearest name', async () => {
    writeFileSync(file, '{ "edge.blocked.staus": 401 }');
    const message = `${file}:1:3: there is no stance edge.blocked.staus; did you mean edge.blocked.status?`;
    await expect(readStances(file)).rejects.toThrow(message);
  });

  it.each([
    ['is not JSON', 'edge.blocked.status: 401', '1:1: invalid symbol'],
    ['does not exist', undefined, 'does not exist'],
  ])('names a file that %s', async (_, text, reason) => {
    if (text !== undefined) writeFileSync(file, text);
    const error: unknown = await readStances(file).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(`${file}:`);
    expect(String(error)).toContain(reason);
  });
});
