/**
 * Everything that has to hold, in order: `bun run test`, or some of it: `bun run test unit conform`.
 * Ends at the first part that fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { allSuites } from '../suites/all.ts';
import { testId } from '../suites/harness/suite.ts';
import { withJudgedServer } from './check/judged-server.ts';
import { baseOf, gitIn, testsSince } from './check/new-tests.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const bun = process.execPath;

const parts: Readonly<Record<string, () => Promise<number>>> = {
  lint: () => run(bin('biome'), ['check', '--error-on-warnings', '.']),
  types: () => run(bin('tsc'), ['-p', '.']),
  unit: () => run(bun, ['--bun', bin('vitest'), 'run', '--pool=threads']),
  handlers: () => run(bun, ['scripts/check/handlers-matrix.ts']),
  serve: () => run(bun, ['scripts/check/serve-matrix.ts']),
  clients: () => run(bun, ['scripts/check/clients-matrix.ts']),
  git: () => run(bun, ['scripts/check/git-suites-run.ts']),
  tenants: () => run(bun, ['scripts/check/tenants-run.ts']),
  examples: () => run(bun, ['scripts/check/examples-matrix.ts']),
  package: () => run(bun, ['scripts/check/package/package-matrix.ts']),
  runners: () => run(bun, ['scripts/check/runners-matrix.ts']),
  conform: conformance,
  runtimes: () => run(bun, ['scripts/check/conform-matrix.ts']),
  verify: verifyNewTests,
  mutants: () => run(bun, ['scripts/touchstone.ts', 'mutants']),
};

/** Runs a command with this process's output, unless somebody else takes it; resolves to its exit code. */
async function run(command: string, args: readonly string[], say?: (text: string) => void): Promise<number> {
  const how = say ? 'pipe' : 'inherit';
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', how, how] });
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', say ?? (() => {}));
  const [code] = await once(child, 'close');
  return code ?? 1;
}

/** A server that has all that the suites can ask of ours, and what its target claims beside what it says itself. */
const serverFlags = [
  '--import-http',
  '--objects-auth',
  'both',
  '--bindings',
  'fixtures/worker/wrangler.jsonc',
];
const features = ['--feature', 'disposable', 'http-imports'];

/** Tests that are new since the merge base, ten times each in random order, for two minutes at most. */
async function verifyNewTests(): Promise<number> {
  const git = gitIn(root);
  const given = process.env['TOUCHSTONE_BASE'];
  const base = baseOf(git, given);
  if (given && base === undefined) {
    console.error(`TOUCHSTONE_BASE is ${given}, which is no commit of this clone.`);
    return 2;
  }
  const ids = allSuites.flatMap((suite) => suite.tests.map((test) => testId(suite, test)));
  const found = base === undefined ? undefined : testsSince(base, ids, git, root);
  if (!found || found.length === 0) {
    console.log(
      found ? `No test is new since ${base}.` : 'There is no history that says which tests are new.',
    );
    return 0;
  }
  console.log(`${found.length} tests are new since ${base}.`);
  return conform(serverFlags, [
    ...features,
    '--verify',
    '--limit',
    'verify=120000',
    '--allow-partial',
    '--test',
    ...found,
  ]);
}

/** The suites over HTTP against our own server, and what needs a clock mismatch against one that allows it. */
async function conformance(): Promise<number> {
  const mismatch = ['token-validation/edge-times', 'token-validation/jwt-vectors'];
  // At the same time, since either waits now and then; what the smaller run says comes behind the other.
  const said: string[] = [];
  const [all, others] = await Promise.all([
    conform(serverFlags, [...features, '--out', 'reports']),
    conform(['--leeway', '60'], ['--feature', 'leeway', '--only', ...mismatch], (text) => said.push(text)),
  ]);
  console.log(said.join(''));
  return all === 0 ? others : all;
}

/** Runs suites against a server of their own, with the fixture site as its origin; nothing may fail. */
async function conform(
  serverFlags: readonly string[],
  conformFlags: readonly string[],
  say?: (text: string) => void,
): Promise<number> {
  return withJudgedServer(serverFlags, ({ target, certificate }) => {
    // An answer is waited for longer than elsewhere: other programs may want the same processors.
    const patient = ['--strict', '--timeout', '60000'];
    const flags = ['--target', target, ...patient, '--webhook-certificate', certificate, ...conformFlags];
    return run(bun, ['scripts/touchstone.ts', 'conform', ...flags], say);
  });
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const started = performance.now();
  console.log(`\n== ${name}`);
  const code = await part();
  console.log(
    `== ${name}: ${code === 0 ? 'ok' : 'FAILED'} after ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  if (code !== 0) process.exit(1);
}
