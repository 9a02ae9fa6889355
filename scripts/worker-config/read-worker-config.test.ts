import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWorkerConfig } from './read-worker-config.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-worker-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes a configuration and reads it. */
async function read(name: string, text: string) {
  const file = join(folder, name);
  await writeFile(file, text);
  return readWorkerConfig(file);
}

const jsonc = `{
  // A Worker with every kind of binding here.
  "$schema": "node_modules/wrangler/config-schema.json",
  "name": "everything",
  "main": "./src/worker.ts",
  "compatibility_date": "2026-11-01",
  "artifacts": [{ "binding": "REPOS", "namespace": "default" }],
  "r2_buckets": [
    { "binding": "FILES", "bucket_name": "files" },
    { "binding": "LOGS", "bucket_name": "logs", "remote": true },
  ],
  "ai": { "binding": "AI" },
  "durable_objects": { "bindings": [{ "name": "Sandbox", "class_name": "Sandbox" }] },
  "vars": { "GREETING": "Hello", "LIMITS": { "size": 3 } },
}
`;

const toml = `# A Worker with every kind of binding here.
name = "everything"
main = "./src/worker.ts"
compatibility_date = "2026-11-01"

[[artifacts]]
binding = "REPOS"
namespace = "default"

[[r2_buckets]]
binding = "FILES"
bucket_name = "files"

[[r2_buckets]]
binding = "LOGS"
bucket_name = "logs"
remote = true

[ai]
binding = "AI"

[[durable_objects.bindings]]
name = "Sandbox"
class_name = "Sandbox"

[vars]
GREETING = "Hello"
LIMITS = { size = 3 }
`;

describe('the configuration of a Worker', () => {
  it.each([
    ['wrangler.jsonc', jsonc],
    ['wrangler.toml', toml],
  ])('is read from %s', async (name, text) => {
    const { bindings, main, warnings } = await read(name, text);
    expect(bindings).toEqual({
      artifacts: [{ binding: 'REPOS', namespace: 'default' }],
      r2_buckets: [
        { binding: 'FILES', bucket_name: 'files' },
        { binding: 'LOGS', bucket_name: 'logs', remote: true },
      ],
      ai: { binding: 'AI' },
      durable_objects: { bindings: [{ name: 'Sandbox', class_name: 'Sandbox' }] },
      vars: { GREETING: 'Hello', LIMITS: { size: 3 } },
    });
    expect(main).toBe(join(folder, 'src', 'worker.ts'));
    expect(warnings).toEqual([]);
  });

  it('has secrets from the file next to it, which take precedence over variables', async () => {
    await writeFile(join(folder, '.dev.vars'), 'KEY="secret"\nGREETING=Hi # kept here alone\n');
    const { bindings } = await read('wrangler.jsonc', '{ "vars": { "GREETING": "Hello", "OTHER": "x" } }');
    await rm(join(folder, '.dev.vars'));
    expect(bindings.vars).toEqual({ GREETING: 'Hi', OTHER: 'x', KEY: 'secret' });
  });

  it('may say nothing', async () => {
    const { bindings, main } = await read('wrangler.json', '{}');
    expect([bindings.artifacts, main]).toEqual([undefined, undefined]);
  });

  const mixed = `{
  "kv_namespaces": [{ "binding": "KV", "id": "1" }],
  "r2_buckets": [
    { "binding": "A", "bucket_name": "aaa",
      "colour": "red" }
  ],
  "durable_objects": { "bindings": [
    { "name": "COUNTER",
      "class_name": "Counter" }
  ] }
}`;
  const mixedToml = `kv_namespaces = [{ binding = "KV", id = "1" }]

[[r2_buckets]]
binding = "A"
bucket_name = "aaa"
colour = "red"

[[durable_objects.bindings]]
name = "COUNTER"
class_name = "Counter"
`;
  it.each([
    ['wrangler.jsonc', mixed, [2, 5, 9]],
    ['wrangler.toml', mixedToml, [1, 6, 10]],
  ] as const)('names ignored settings in %s with their lines', async (name, text, [kv, colour, counter]) => {
    const { warnings, bindings } = await read(name, text);
    const at = (line: number, words: string) => `${join(folder, name)}:${line}: ${words}`;
    expect(warnings).toEqual([
      at(kv, 'kv_namespaces is ignored here'),
      at(colour, 'r2_buckets[0].colour is ignored here'),
      at(
        counter,
        'durable_objects.bindings[0].class_name is Counter, which does not exist here: only Sandbox does',
      ),
    ]);
    expect(bindings.durable_objects?.bindings).toEqual([]);
  });
});

describe('a configuration is refused with file, line and member', () => {
  it.each<[string, string, string, string]>([
    ['that is not JSON', 'a.jsonc', '{\n  "name" "x"\n}', ':2: colon expected'],
    ['that does not end', 'a.json', '{\n  "name": "x"\n', ':3: close brace expected'],
    ['that is empty', 'a.json', '', ':1: value expected'],
    ['that is not an object', 'a.json', '[]', ':1: must be an object'],
    ['that is not TOML', 'a.toml', 'name = "x"\nmain = \n', ':2: '],
    [
      'with a bucket that has no name',
      'a.jsonc',
      '{\n  "r2_buckets": [\n    { "binding": "A" }\n  ]\n}',
      ':3: r2_buckets[0].bucket_name must be the name of a bucket',
    ],
    [
      'with an invalid bucket name',
      'a.jsonc',
      '{\n  "r2_buckets": [\n    { "binding": "A",\n      "bucket_name": "../a" }\n  ]\n}',
      ':4: r2_buckets[0].bucket_name must be a bucket name: 3 to 63 lower-case letters, digits and hyphens',
    ],
    [
      'with an invalid name of a second bucket',
      'a.toml',
      '[[r2_buckets]]\nbinding = "A"\nbucket_name = "aaa"\n[[r2_buckets]]\nbinding = "B"\nbucket_name = "B"\n',
      ':6: r2_buckets[1].bucket_name must be a bucket name: 3 to 63 lower-case letters, digits and hyphens',
    ],
    [
      'with an invalid variable name',
      'a.toml',
      '[[artifacts]]\nbinding = "my-repos"\nnamespace = "default"\n',
      ':2: artifacts[0].binding must be the name of a variable',
    ],
    [
      'with an invalid namespace',
      'a.jsonc',
      '{ "artifacts": [{ "binding": "A", "namespace": "-" }] }',
      ':1: artifacts[0].namespace must be the name of a namespace',
    ],
    [
      'with a list of the wrong type',
      'a.jsonc',
      '{\n  "artifacts": { "binding": "A" }\n}',
      ':2: artifacts must be a list',
    ],
    [
      'with a list for models',
      'a.toml',
      'name = "x"\n[[ai]]\nbinding = "AI"\n',
      ':2: ai must be an object with a binding',
    ],
    [
      'with a duplicate name',
      'a.jsonc',
      '{\n  "ai": { "binding": "A" },\n  "vars": {\n    "A": "x"\n  }\n}',
      ':4: vars.A is A, which ai.binding has already',
    ],
  ])('%s', async (_, name, text, message) => {
    const error: unknown = await read(name, text).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(`${join(folder, name)}${message}`);
    expect(error).toMatchObject({ code: 'serve-option' });
    expect(String(error)).not.toContain('\n');
  });

  it.each([
    ['that does not exist', 'none.jsonc', 'none.jsonc: does not exist'],
    ['of another kind', 'none.yaml', 'none.yaml: is not a .jsonc, .json or .toml file'],
  ])('%s', async (_, name, message) => {
    await expect(readWorkerConfig(join(folder, name))).rejects.toThrow(message);
  });
});
