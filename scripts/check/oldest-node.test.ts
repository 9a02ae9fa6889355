import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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

it('the types of the oldest Node refuse what is newer, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-oldest-'));
  try {
    const lines = [...builtIns.missing, ...builtIns.present];
    const text = lines.map((line) => `void (${line});`).join('\n');
    await writeFile(join(folder, 'all.ts'), `${text}\nimport tls from 'node:tls';\n`);
    const config = { extends: join(root, 'tsconfig.oldest.json'), include: ['all.ts'], exclude: [] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const output = await new Promise<string>((done) => {
      const tsc = join(root, 'node_modules/.bin/tsc');
      execFile(tsc, ['-p', folder, '--pretty', 'false'], (_, stdout) => done(stdout));
    });
    const refused = new Set([...output.matchAll(/all\.ts\((\d+),/gm)].map(([, line]) => Number(line)));
    expect([...refused].map((line) => lines[line - 1]).sort(), output).toEqual(builtIns.missing.toSorted());
  } finally {
    await rm(folder, { recursive: true });
  }
});
