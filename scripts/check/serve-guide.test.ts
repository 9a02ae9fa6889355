import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { optionOf } from '../docs/command-page.ts';
import { addServe } from '../serve/command.ts';
import { serveOptionsSchema } from '../serve/options.ts';

const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'serve.md'), 'utf8');
const program = new Command();
addServe(program);
const [serve = program] = program.commands;
const known = serve
  .createHelp()
  .visibleOptions(serve)
  .map(({ long }) => long ?? '');

it('names options of serve that exist', () => {
  const named = new Set(guide.match(/(?<=[`\s])--[a-z][a-z-\d]+/g));
  expect(named.size).toBeGreaterThan(15);
  // That of npx.
  expect([...named].filter((option) => option !== '--yes' && !known.includes(option))).toEqual([]);
});

it('names each member of the configuration file that has no option', () => {
  const members = Object.keys(serveOptionsSchema.shape);
  const set = new Set(known.map((option) => option.replace(/^--(?:no-)?/, '')));
  // `--seed` sets `seeds`.
  const inFile = members.filter((member) => member === 'seed' || !set.has(optionOf(member)));
  const rows = guide
    .split('\n## Write a configuration file\n')[1]
    ?.split('\n## ')[0]
    ?.matchAll(/^\| `(\w+)`/gm);
  expect([...(rows ?? [])].map(([, member]) => member).sort()).toEqual(inFile.sort());
});
