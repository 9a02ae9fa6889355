import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMock } from '../../mock/assembly/create-mock.ts';
import { getClient } from '../../mock/assembly/testing/test-client.ts';
import { readSeed } from '../../mock/serve/seed/read-seed.ts';
import { init, starterToken } from './init.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-init-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

let messages: string[] = [];
beforeEach(() => {
  messages = [];
  for (const channel of ['log', 'error'] as const) {
    vi.spyOn(console, channel).mockImplementation((text: string) => void messages.push(text));
  }
});
afterEach(() => vi.restoreAllMocks());

describe('touchstone init', () => {
  it.each(['new.yaml', 'deep/down/new.json', 'new.jsonc'])('writes a working seed: %s', async (name) => {
    expect(await init(at(name))).toBe(0);
    expect(messages.join('\n')).toContain(`touchstone serve --seed ${at(name)}`);
    const mock = createMock({ seeds: await readSeed(at(name)) });
    const ask = async (path: string, token?: string) => {
      const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return (await mock.edge(new Request(`http://api.example.localhost${path}`, { headers }))).status;
    };
    // The contents of its comments.
    expect(await ask('/orders')).toBe(403);
    expect(await ask('/orders', starterToken)).toBe(200);
    expect(await ask('/orders/7', `${starterToken}x`)).toBe(403);
    expect(await ask('/health')).toBe(200);
    expect(await ask('/.env')).toBe(403);
    const client = getClient(mock, { token: 'my-read-only-token' });
    const { body } = await client.call('zones.zone.list', {});
    expect(body.result.map((zone) => zone.name)).toEqual(['example.localhost']);
    const repo = { account_id: mock.defaults.accountId, namespace: 'default', repo_name: 'starter' };
    expect((await client.call('artifacts.repos.log', { params: repo })).body.result).toHaveLength(1);
    const { FILES } = mock.bindings({ r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] });
    expect((await FILES.list()).objects.map(({ key }) => key)).toEqual(['hello.txt', 'settings.json']);
  });

  it('tells editors the path of the schema relative to the file', async () => {
    await init(at('schema.yaml'));
    await init(at('schema.json'));
    const inPackage = './node_modules/touchstone/docs/reference/seed.schema.json';
    expect(readFileSync(at('schema.yaml'), 'utf8').split('\n')[0]).toBe(
      `# yaml-language-server: $schema=${inPackage}`,
    );
    expect(JSON.parse(readFileSync(at('schema.json'), 'utf8')).$schema).toBe(inPackage);
  });

  it('keeps an existing file without --force', async () => {
    writeFileSync(at('there.yaml'), 'mine');
    expect(await init(at('there.yaml'))).toBe(2);
    expect(messages).toEqual([`touchstone: ${at('there.yaml')}: already exists; overwrite it with --force`]);
    expect(readFileSync(at('there.yaml'), 'utf8')).toBe('mine');
    expect(await init(at('there.yaml'), { force: true })).toBe(0);
    expect(readFileSync(at('there.yaml'), 'utf8')).toContain('zones:');
  });

  it('refuses a name of another format', async () => {
    expect(await init(at('a.yaml'), { format: 'json' })).toBe(2);
    expect(await init(at('a.json'), { format: 'yaml' })).toBe(2);
    expect(messages[0]).toContain('must end in .json or .jsonc');
  });

  it('refuses an unwritable path', async () => {
    writeFileSync(at('file'), '');
    expect(await init(at('file/a.yaml'))).toBe(2);
    expect(messages[0]).toMatch(/^touchstone: .*a\.yaml: /);
  });
});
