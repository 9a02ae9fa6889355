import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, expect, inject, test } from 'vitest';
import { type CodeBlock, getBlocks, isShell } from './docs/code-blocks.ts';
import { ownName } from './docs/script-blocks.ts';
import { runCommand } from './examples/run-command.ts';

// The tutorial as a reader follows it: in an empty folder, with the package installed.

const root = join(import.meta.dirname, '..', '..');
const blocks = getBlocks(root, 'docs/start.md');
const folder = mkdtempSync(join(tmpdir(), 'touchstone-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }), 600_000);

const project = join(folder, 'project');
const env = {
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
  CI: 'true',
  NO_COLOR: '1',
};

test('the tutorial leads to a test that passes, fails as it says, and passes again', {
  timeout: 600_000,
}, async () => {
  mkdirSync(project);
  const install = find((block) => isShell(block) && block.text.includes('npm install'));
  for (const command of install.text.trim().split('\n')) {
    const { ok, output } = await run(
      command.replace(/\S+touchstone-[\d.]+tgz/, inject('tarballs').touchstone),
    );
    expect(ok, `${command}\n${output}`).toBe(true);
  }

  const given = find((block) => ownName(block) !== undefined);
  const file = join(project, ownName(given) ?? '');
  writeFileSync(file, given.text);
  const { text: command } = find(({ text }) => text.includes('vitest run'));
  const passed = await run(command);
  expect(passed.ok, passed.output).toBe(true);

  const broken = given.text.replace('}/admin`', '}/Admin`');
  writeFileSync(file, broken);
  const failed = await run(command);
  expect(failed.ok, failed.output).toBe(false);
  const { text: failure } = find(({ text }) => text.startsWith('touchstone: the requests'));
  expect(withoutTimes(failed.output)).toContain(withoutTimes(failure));

  const { text: better } = find(({ text }) => text.startsWith('const rules'));
  writeFileSync(file, broken.replace(/^ *const rules.*\n/m, better));
  expect(readFileSync(file, 'utf8')).toContain('lower(');
  const again = await run(command);
  expect(again.ok, again.output).toBe(true);
});

const run = (command: string) => runCommand(command, project, env);

function find(isWanted: (block: CodeBlock) => boolean): CodeBlock {
  const found = blocks.find(isWanted);
  if (!found) throw new Error('docs/start.md no longer has the block');
  return found;
}

/** Drops the time and the duration of each request. */
const withoutTimes = (text: string) =>
  text.replaceAll(/^(#\d+) [\d:.]+/gm, '$1').replaceAll(/, [\d.]+ ms\)/g, ')');
