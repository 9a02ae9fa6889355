/**
 * The checks of this repository, in tiers and parts: `bun run test` runs those for every change, `bun run test full`
 * and `bun run test nightly` run the rest. Parts can run alone, and those of Vitest accept paths and flags: `bun run
 * test types conform`, `bun run test unit mock/edge --watch`. Stops at the first failed part.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { everyFeature, everything, withOwnServer } from './conform/own-server.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const bun = process.execPath;
const vitestMain = 'node_modules/vitest/vitest.mjs';

/** The command that starts Vitest on each runtime. */
const runtimes = {
  bun: () => [bun, '--bun', vitestMain],
  // The package's `deno` is a script that forwards no signals.
  deno: () => [
    String(createRequire(import.meta.url)('deno/install_api.cjs').runInstall()),
    ...['run', '--allow-all', '--no-prompt', vitestMain],
  ],
  node: () => [bin('node'), vitestMain],
} as const;

/** Runs a part. The arguments after the names of parts are for Vitest. */
type Part = (rest: readonly string[]) => Promise<number>;

const parts: Readonly<Record<string, Part>> = {
  lint: () => run([bin('biome'), 'check', '--error-on-warnings', '.']),
  // The second finds what is newer than the oldest runtime.
  types: async () => (await checkTypes('tsconfig.json')) || checkTypes('tsconfig.oldest.json'),
  // A path may contain slow tests as well.
  unit: (rest) => vitest('bun', rest.some(isPath) ? ['fast', 'slow'] : ['fast'], rest),
  suites: () => run([bun, 'scripts/check/conform-run.ts', '--no-browser']),
  inventory: () => run([bun, 'scripts/check/inventory.ts']),
  slow: (rest) => vitest('bun', ['slow'], rest),
  runtimes: onEveryRuntime,
  bun: (rest) => vitest('bun', ['bun*'], rest),
  deno: (rest) => vitest('deno', ['deno*'], rest),
  node: (rest) => vitest('node', ['node*'], rest),
  packages: (rest) => vitest('bun', ['packages'], rest),
  conform: conformance,
  lawful: () => run([bun, 'scripts/touchstone.ts', 'mutants', '--lawful']),
  'lawful-sample': () => run([bun, 'scripts/touchstone.ts', 'mutants', '--lawful', '--sample', '20']),
  mutants: () => run([bun, 'scripts/touchstone.ts', 'mutants']),
  random: () => run([bun, 'scripts/touchstone.ts', 'mutants', '--random', '100', '--seed', '31']),
  hostile: (rest) => vitest('bun', ['nightly'], rest),
  // Subsets of the parts above.
  handlers: () => onEveryRuntime(['mock/runners/handlers']),
  serve: () => onEveryRuntime(['scripts/check/serve']),
  clients: () => onEveryRuntime(['scripts/check/clients']),
  git: () => vitest('bun', ['slow'], ['scripts/check/git']),
  tenants: () => vitest('bun', ['slow'], ['scripts/check/tenants']),
  examples: () => vitest('bun', ['packages'], ['scripts/check/examples']),
  package: () => vitest('bun', ['packages'], ['scripts/check/package']),
  runners: () => vitest('bun', ['packages'], ['scripts/check/runners']),
};

/** The parts of each tier, in order. The first tier is the default. */
const tiers: Readonly<Record<string, readonly string[]>> = {
  fast: ['lint', 'types', 'inventory', 'unit', 'suites'],
  full: ['slow', 'runtimes', 'packages', 'conform', 'lawful-sample'],
  nightly: ['hostile', 'lawful', 'mutants', 'random'],
};

/** Runs a command with this process's output, or passes its output to `say`; resolves to its exit code. */
async function run(
  [command = '', ...args]: readonly string[],
  say?: (text: string) => void,
): Promise<number> {
  const how = say ? 'pipe' : 'inherit';
  const child = spawn(command, args, { cwd: root, stdio: [say ? 'ignore' : 'inherit', how, how] });
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', say ?? (() => {}));
  const [code] = await once(child, 'close');
  return code ?? 1;
}

const checkTypes = (project: string) =>
  run([
    bin('tsc'),
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    `.touchstone/${project}.tsbuildinfo`,
  ]);

const isPath = (argument: string) => !argument.startsWith('-');

function vitest(
  runtime: keyof typeof runtimes,
  projects: readonly string[],
  rest: readonly string[],
): Promise<number> {
  const watch = rest.some((flag) => flag === '--watch' || flag === '-w');
  const chosen = projects.flatMap((name) => ['--project', name]);
  return run([...runtimes[runtime](), ...(watch ? [] : ['run']), ...chosen, ...rest]);
}

/** Runs the tests that must pass on Bun, Deno and Node. */
async function onEveryRuntime(rest: readonly string[]): Promise<number> {
  for (const runtime of ['bun', 'deno', 'node'] as const) {
    const code = await vitest(runtime, [`${runtime}*`], [...rest, '--passWithNoTests']);
    if (code !== 0) return code;
  }
  return 0;
}

const features = ['--feature', ...everyFeature];

/** Runs the suites over HTTP against our own server, and those with clock skew against one that allows it. */
async function conformance(): Promise<number> {
  const mismatch = ['token-validation/edge-times', 'token-validation/jwt-vectors'];
  // In parallel, since each run waits at times; the output of the smaller run is printed after the other.
  const output: string[] = [];
  const [all, others] = await Promise.all([
    conform(everything, [...features, '--out', 'reports']),
    conform(['--leeway', '60'], ['--feature', 'leeway', '--only', ...mismatch], (text) => output.push(text)),
  ]);
  console.log(output.join(''));
  return all === 0 ? others : all;
}

/** Runs suites against a fresh server, with the fixture site as its origin; nothing may fail. */
async function conform(
  serverFlags: readonly string[],
  conformFlags: readonly string[],
  say?: (text: string) => void,
): Promise<number> {
  return withOwnServer(serverFlags, ({ target, certificate }) => {
    // A longer time-out than usual: other programs may use the same processors.
    const patient = ['--strict', '--timeout', '60000'];
    const flags = ['--target', target, ...patient, '--webhook-certificate', certificate, ...conformFlags];
    return run([bun, 'scripts/touchstone.ts', 'conform', ...flags], say);
  });
}

const given = process.argv.slice(2);
const isName = (word: string) => Object.hasOwn(parts, word) || Object.hasOwn(tiers, word);
const end = given.findIndex((word) => !isName(word));
const names = end === -1 ? given : given.slice(0, end);
const rest = end === -1 ? [] : given.slice(end);
const wanted = names.length === 0 ? ['fast'] : names;
if (names.length === 0 && rest.length > 0) {
  console.error(
    `Unknown part ${rest[0]}. Tiers: ${Object.keys(tiers).join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`,
  );
  process.exit(2);
}
for (const name of wanted.flatMap((one) => tiers[one] ?? [one])) {
  const started = performance.now();
  console.log(`\n== ${name}`);
  const code = (await parts[name]?.(rest)) ?? 2;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`== ${name}: ${code === 0 ? 'ok' : 'FAILED'} after ${seconds} s`);
  if (code !== 0) process.exit(1);
}
