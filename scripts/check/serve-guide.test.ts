import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addServe } from '../serve/command.ts';

it('names options of serve that exist', () => {
  const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'serve.md'), 'utf8');
  const program = new Command();
  addServe(program);
  const known = program.commands[0]?.options.map(({ long }) => long) ?? [];
  const named = new Set(guide.match(/(?<=[`\s])--[a-z][a-z-\d]+/g));
  expect(named.size).toBeGreaterThan(15);
  // That of npx.
  expect([...named].filter((option) => option !== '--yes' && !known.includes(option))).toEqual([]);
});
