import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { commandsOf } from './examples/commands-of.ts';
import { runCommand } from './examples/run-command.ts';
import { networkOfNpm } from './network-of-npm.ts';
import { pack } from './package/pack.ts';

/**
 * The examples as their readers run them: each is copied into an empty folder, the package is put beside it, and the
 * commands of its README are run there. Exits 1 when one of them fails.
 *
 *     bun scripts/check/examples-matrix.ts [NAME...]
 */
const root = join(import.meta.dirname, '..', '..');
const examples = join(root, 'docs', 'examples');
const wanted = process.argv.slice(2);
const names = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && (wanted.length === 0 || wanted.includes(entry.name)))
  .map(({ name }) => name)
  .sort();
if (names.length === 0) {
  console.error(`There is no example ${wanted.join(', ')}.`);
  process.exit(2);
}

// Readers have the runtimes of their projects: those that this project is developed with.
const tools = [join(root, 'node_modules', '.bin'), dirname(process.execPath), process.env['PATH'] ?? ''];
const env = { ...process.env, ...networkOfNpm(), PATH: tools.join(delimiter), CI: 'true' };

const folder = mkdtempSync(join(tmpdir(), 'touchstone-examples-'));
const failed: string[] = [];

/** Copies one example and runs its commands, up to the first that fails. */
async function tryExample(name: string, tarball: string): Promise<void> {
  const project = join(folder, name);
  // What somebody who tried it here has left behind is no part of it.
  const isOwn = (path: string) =>
    !/node_modules|package$|\.tgz$|mockServiceWorker\.js$|(?:bun|deno)\.lock$/.test(path);
  cpSync(join(examples, name), project, { recursive: true, filter: isOwn });
  cpSync(tarball, join(project, basename(tarball)));
  for (const command of commandsOf(readFileSync(join(project, 'README.md'), 'utf8'))) {
    const { ok, seconds, output } = await runCommand(command, project, env);
    console.log(`${ok ? 'ok' : 'not ok'} - ${name}: ${command} (${seconds.toFixed(1)} s)`);
    if (ok) continue;
    failed.push(name);
    console.log(output);
    return;
  }
}

try {
  const tarball = await pack(folder);
  const left = [...names];
  // Two at a time: one installs while the other tests.
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) await tryExample(name, tarball);
  };
  await Promise.all([work(), work()]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${names.length} examples, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);
