import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { parseSeed } from '../../mock/seed/parse-seed.ts';
import { readSeed } from '../../mock/serve/seed/read-seed.ts';
import { exportSeed } from './export.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-export-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

let printed: string[] = [];
let messages: string[] = [];
beforeEach(() => {
  [printed, messages] = [[], []];
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
  vi.spyOn(console, 'error').mockImplementation((text: string) => void messages.push(text));
});
afterEach(() => vi.restoreAllMocks());

/** A server with a zone whose id is all digits, and its URL. */
async function serve() {
  const seeds = { zones: [{ name: 'shop.test', id: '1'.repeat(32), plan: 'pro' as const }] };
  const mock = createMock({ seeds, browser: false });
  await mock.ready();
  const { api } = await mock.listen({ port: 0 });
  return { mock, from: new URL(api ?? '').origin };
}

describe('touchstone seed export', () => {
  it.each(['out.yaml', 'deep/out.json'])('writes a file that makes the same mock: %s', async (name) => {
    const { mock, from } = await serve();
    try {
      mock.clock.advance(60);
      expect(await exportSeed(at(name), { from })).toBe(0);
      expect(messages.join('\n')).toMatch(
        /Wrote .*secrets[\s\S]*Left out[\s\S]*that the clock runs 60 seconds ahead/,
      );
      if (process.platform !== 'win32') expect(statSync(at(name)).mode & 0o777).toBe(0o600);
      const again = createMock({ seeds: await readSeed(at(name)) });
      await again.ready();
      expect(again.world.zones.byKey('shop.test')).toMatchObject({
        id: '1'.repeat(32),
        zone: { name: 'shop.test' },
      });
      expect(readFileSync(at(name), 'utf8')).toContain('docs/reference/seed.schema.json');
    } finally {
      await mock.close();
    }
  });

  it('prints the seed without a file name, and messages to standard error', async () => {
    const { mock, from } = await serve();
    try {
      expect(await exportSeed(undefined, { from: `${from}/client/v4` })).toBe(0);
      const { value } = await parseSeed(printed.join('\n'));
      expect(value).toMatchObject({
        zones: [{ name: 'example.localhost' }, { name: 'shop.test', plan: 'pro' }],
      });
      expect(messages).toEqual(['Nothing was left out.']);
    } finally {
      await mock.close();
    }
  });

  it('keeps an existing file, and says why it does nothing', async () => {
    const { mock, from } = await serve();
    try {
      writeFileSync(at('there.yaml'), 'mine');
      expect(await exportSeed(at('there.yaml'), { from })).toBe(2);
      expect(readFileSync(at('there.yaml'), 'utf8')).toBe('mine');
      expect(await exportSeed(at('there.yaml'), { from, force: true })).toBe(0);
    } finally {
      await mock.close();
    }
    expect(await exportSeed(at('gone.yaml'), { from })).toBe(2);
    expect(await exportSeed(at('a.yaml'), { from: 'localhost:4800' })).toBe(2);
    expect(await exportSeed(at('a.yaml'), { format: 'json' })).toBe(2);
    expect(messages.filter((line) => line.startsWith('touchstone: '))).toEqual([
      `touchstone: ${at('there.yaml')}: already exists; overwrite it with --force`,
      expect.stringContaining("can't be reached"),
      'touchstone: --from: localhost:4800 is not an http(s) URL',
      expect.stringContaining('a seed file must end in .json'),
    ]);
  });
});
