import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const guide = readFileSync(join(root, 'docs', 'serve.md'), 'utf8');

it('names flags of serve that exist, and all of them except those of other guides', {
  timeout: 60_000,
}, () => {
  const { stdout } = spawnSync(process.execPath, ['scripts/touchstone.ts', 'serve', '--help'], {
    cwd: root,
    encoding: 'utf8',
  });
  const known = [...stdout.matchAll(/^ +(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag = '']) => flag);
  const named = new Set(guide.match(/(?<=[`\s])--[a-z][a-z-]+/g));
  const table = [...guide.matchAll(/^\| `(--[a-z-]+)/gm)].map(([, flag = '']) => flag);
  expect(table.length).toBeGreaterThan(15);
  expect(table.filter((flag) => !known.includes(flag))).toEqual([]);
  const elsewhere = ['--help', '--import-http', '--upstream-key', '--upstream-model', '--replay-speed'];
  expect(known.filter((flag) => !named.has(flag) && !elsewhere.includes(flag))).toEqual([]);
});
