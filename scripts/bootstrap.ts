/**
 * Runs a script of this repository after installing missing packages. It imports nothing that needs to be installed, as
 * `bun run` starts it first. Usage: bun scripts/bootstrap.ts SCRIPT [ARGUMENT...]
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'node_modules', '.touchstone-installed');

/** The commands of a clone run on Bun, whose version package.json names. */
function requireBun(): void {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { bun, node } = process.versions;
  if (bun !== undefined && Bun.semver.satisfies(bun, engines.bun)) return;
  const found = bun === undefined ? `Node ${node}` : `Bun ${bun}`;
  const lowest = engines.bun.replace('>=', '');
  console.error(
    `touchstone: this needs Bun ${lowest} or later, and this is ${found}. Run it with: npx --yes bun@${lowest} run`,
  );
  process.exit(2);
}

/** Changes whenever the required packages do. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const name of ['bun.lock', 'package.json']) hash.update(readFileSync(join(root, name)));
  return hash.digest('hex');
}

function installWhatIsMissing(): void {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  // Standard output belongs to the command that follows (programs read `serve --json`).
  console.error('touchstone: installing packages, which takes some seconds');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['install', '--frozen-lockfile'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) {
    console.error(`${stdout}${stderr}\ntouchstone: could not install the packages; see above`);
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

requireBun();
installWhatIsMissing();
const script = join(root, process.argv[2] ?? '');
process.argv.splice(1, 2, script);
await import(pathToFileURL(script).href);
