import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Built-ins by whether Node 22.18 has them. */
const builtIns = {
  missing: [
    'new Uint8Array(1).toBase64()',
    "Uint8Array.fromBase64('')",
    "Uint8Array.fromHex('')",
    'new Map([[1, 2]]).getOrInsert(1, 2)',
    'Promise.try(() => 1)',
    "RegExp.escape('.')",
    'Error.isError(1)',
    'Math.sumPrecise([1])',
    'Math.f16round(1)',
    'Iterator.concat([1])',
    "new Intl.DurationFormat('en')",
    'Temporal.Now.instant()',
    "new Response('').body?.text()",
    'new Headers().toJSON()',
    "fetch('http://localhost/', { tls: {} })",
    'tls.setDefaultCACertificates([])',
  ],
  present: [
    '[1].values().map(String).toArray()',
    'new Set([1]).union(new Set([2]))',
    'Array.fromAsync([1])',
    'Promise.withResolvers()',
    'Object.groupBy([1], String)',
    "URL.parse('http://localhost/')",
    "new Response('').bytes()",
    "'a'.isWellFormed()",
    '[1].toSorted()',
    "tls.getCACertificates('default')",
  ],
};

/** The lines that these types refuse. */
async function getRefused(lines: readonly string[], compilerOptions: object = {}): Promise<Set<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-oldest-'));
  try {
    const text = lines.map((line) => `void (${line});`).join('\n');
    await writeFile(join(folder, 'all.ts'), `${text}\nimport tls from 'node:tls';\nvoid tls;\n`);
    const base = join(root, 'tsconfig.oldest.json');
    const config = { extends: base, compilerOptions, include: ['all.ts'], exclude: [] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const output = await new Promise<string>((done) => {
      const tsc = join(root, 'node_modules/.bin/tsc');
      execFile(tsc, ['-p', folder, '--pretty', 'false'], (_, stdout) => done(stdout));
    });
    const numbers = [...output.matchAll(/all\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    return new Set(numbers.map((number) => lines[number - 1] ?? expect.fail(output)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('the types of the oldest Node refuse what is newer, and nothing else', async () => {
  const refused = await getRefused([...builtIns.missing, ...builtIns.present]);
  expect([...refused].sort()).toEqual(builtIns.missing.toSorted());
});

/** Node 22.18 has these; only the types of pages describe them. */
const typedForPages = ['Crypto', 'CryptoKey', 'Performance', 'SubtleCrypto', 'WebAssembly', 'toString'];

it('lint refuses what the types of pages add and this runtime has, but the oldest Node lacks', async () => {
  // In a process of its own: here, libraries of other tests add globals.
  const code = `const names = [];
    for (let object = globalThis; object; object = Object.getPrototypeOf(object))
      names.push(...Object.getOwnPropertyNames(object));
    console.log(JSON.stringify(names))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', code]);
  const names = (JSON.parse(stdout) as string[]).filter((name) => /^[A-Za-z]\w*$/.test(name));
  const lib = ['ES2024', 'ES2025.Collection', 'ES2025.Iterator', 'ESNext.Array'];
  const refused = await getRefused(names);
  const ofPages = [...(await getRefused(names, { lib }))].filter((name) => !refused.has(name));
  expect(ofPages).toEqual(expect.arrayContaining(['URLPattern', 'CloseEvent']));
  const { linter } = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'));
  const denied = Object.keys(linter.rules.style.noRestrictedGlobals.options.deniedGlobals);
  expect(ofPages.filter((name) => ![...denied, ...typedForPages].includes(name))).toEqual([]);
});
