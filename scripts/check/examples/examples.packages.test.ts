import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, expect, inject, test } from 'vitest';
import { networkOfNpm } from '../runtimes.ts';
import { getCommands, runCommand } from './run-command.ts';

// The examples as users run them: each in an empty folder, with the package installed.

const root = join(import.meta.dirname, '..', '..', '..');
const examples = join(root, 'docs', 'examples');
const names = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

// Users have the runtimes of their projects: those of this project's development.
const tools = [join(root, 'node_modules', '.bin'), dirname(process.execPath), process.env['PATH'] ?? ''];
const env = { ...process.env, ...networkOfNpm(), PATH: tools.join(delimiter), CI: 'true' };

const folder = mkdtempSync(join(tmpdir(), 'touchstone-examples-'));
// Thousands of files, on a disk that may be slow.
afterAll(() => rmSync(folder, { recursive: true, force: true }), 600_000);

/** What an earlier run of an example in its own folder left behind. */
const leftBehind = /node_modules|package$|\.tgz$|mockServiceWorker\.js$|(?:bun|deno)\.lock$/;

test.each(names)('the commands of %s work', { timeout: 600_000 }, async (name) => {
  const project = join(folder, name);
  cpSync(join(examples, name), project, { recursive: true, filter: (path) => !leftBehind.test(path) });
  const { touchstone: tarball } = inject('tarballs');
  cpSync(tarball, join(project, basename(tarball)));
  for (const command of getCommands(readFileSync(join(project, 'README.md'), 'utf8'))) {
    const { ok, output } = await runCommand(command, project, env);
    expect(ok, `${command}\n${output}`).toBe(true);
  }
});
