import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addConform } from '../../conform/command.ts';
import { addSeed } from '../../seed/command.ts';
import { addServe } from '../../serve/command.ts';
import { documentPages } from './code-blocks.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const program = new Command();
addServe(program);
addSeed(program);
addConform(program.command('conform'));
const optionsOf = ({ options, commands }: Command): string[] => [
  ...options.flatMap(({ long }) => long ?? []),
  ...commands.flatMap(optionsOf),
];
const known = new Set([...optionsOf(program), '--help', '--version']);

/** Options of `serve`, `seed` and `conform` in a text: in their command lines, and alone in code. */
const namedIn = (text: string) =>
  [
    ...text.matchAll(/touchstone(?:-conform)? (?:serve|seed|conform|http|--)[^`|\n]*/g),
    ...text.matchAll(/`--[a-z][^`]*/g),
  ].flatMap(([line]) => line.match(/(?<=[\s`])--[a-z][a-z\d-]+/g) ?? []);

// Records speak of options that are gone.
const pages = documentPages(root).filter((page) => /^README|^docs\/(?!decisions\/)/.test(page));
/** Of curl, Deno, Git, Chromium and npm. */
const ofOthers =
  /^--(?:cacert|allow-(?:all|run|write|read|sys|net|env)|atomic|remote-debugging-port|save|yes)$/;

it('names options in pages that exist', () => {
  const named = pages.flatMap((page) =>
    namedIn(readFileSync(join(root, page), 'utf8')).map((option) => ({ page, option })),
  );
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter(({ option }) => !known.has(option) && !ofOthers.test(option))).toEqual([]);
});
