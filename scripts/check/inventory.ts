/**
 * Lists what the project promises, and its size: requirements with their tests and mutants, operations, public exports,
 * commands with their flags, environment variables, and lines and files of TypeScript.
 *
 *     bun scripts/check/inventory.ts                 prints the counts
 *     bun scripts/check/inventory.ts --json          prints everything as JSON
 *     bun scripts/check/inventory.ts --since REF     prints what changed since a commit; exits 1 when the state is
 *                                                    too big, or a MUST or SHOULD that had a test has none
 *
 * With `--since`, this script runs in a temporary worktree of the commit, which need not contain it.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

/** Maximum lines and files of TypeScript, tests included. */
const mostLines = 200_000;
const mostFiles = 2_200;

/** The inventory of one state: descriptions by name. */
interface Inventory {
  /** Id to level, certainty and sentence. */
  readonly requirements: Readonly<Record<string, string>>;
  /** Id of a requirement to the ids of its tests. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
  /** Id of a requirement to the ids of its mutants. */
  readonly mutants: Readonly<Record<string, readonly string[]>>;
  /** Id to method and path. */
  readonly operations: Readonly<Record<string, string>>;
  /** Names as `touchstone/setup setupNetwork`. */
  readonly exports: readonly string[];
  /** Commands, arguments and flags as `serve --port <n>`. */
  readonly commands: readonly string[];
  /** Variables that the sources read or set. */
  readonly environment: readonly string[];
  /** Top-level folder to lines and files of TypeScript. */
  readonly sizes: Readonly<Record<string, { readonly lines: number; readonly files: number }>>;
}

const root = resolve(import.meta.dirname, '..', '..');
const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
const load = (file: string) => import(pathToFileURL(join(root, file)).href);
const read = (file: string) => readFileSync(join(root, file), 'utf8');

async function takeInventory(): Promise<Inventory> {
  const { allRequirements }: typeof import('../../spec/requirements.ts') = await load('spec/requirements.ts');
  const { contract }: typeof import('../../spec/contract.ts') = await load('spec/contract.ts');
  const { allSuites }: typeof import('../../suites/index.ts') = await load('suites/index.ts');
  const { allMutants }: typeof import('../../suites/mutants/all.ts') = await load('suites/mutants/all.ts');
  const tests = allSuites.flatMap(({ name, tests }) =>
    tests
      .filter(({ disabled }) => disabled === undefined)
      .map(({ title, requirements, judges = [] }) => ({
        id: `${name}: ${title}`,
        requirements: [...requirements, ...judges],
      })),
  );
  const grouped = (pairs: readonly (readonly [requirement: string, id: string])[]) =>
    Object.fromEntries(
      allRequirements.map(({ id }) => [
        id,
        pairs.filter(([requirement]) => requirement === id).map(([, name]) => name),
      ]),
    );
  const sources = git('ls-files', '-co', '--exclude-standard')
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)));
  return {
    requirements: Object.fromEntries(
      allRequirements.map(({ id, level, certainty, sentence }) => [
        id,
        `${level}, ${certainty}: ${sentence}`,
      ]),
    ),
    tests: grouped(tests.flatMap(({ id, requirements }) => requirements.map((one) => [one, id] as const))),
    mutants: grouped(allMutants.map(({ id, requirement }) => [requirement, id] as const)),
    operations: Object.fromEntries(
      Object.entries(contract).map(([id, { method, path }]) => [id, `${method} ${path}`]),
    ),
    exports: await packageExports(),
    commands: commandLines([]),
    environment: getVariables(sources),
    sizes: getSizes(sources),
  };
}

/** Names that the entry points of the packages export, types included. */
async function packageExports(): Promise<string[]> {
  const list = 'scripts/build/packages.ts';
  // An older commit may lack it.
  if (!existsSync(join(root, list))) return [];
  const { publicEntries }: typeof import('../build/packages.ts') = await load(list);
  return Object.entries(publicEntries).flatMap(([name, source]) =>
    getNames(source).map((one) => `${name} ${one}`),
  );
}

/** The exports of a module, read from its text; `export *` is followed. */
function getNames(file: string): string[] {
  const text = read(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const own = [
    ...text.matchAll(
      /^export (?:declare |async |abstract )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm,
    ),
  ].map(([, name]) => name ?? '');
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(',').map((one) =>
      one
        .trim()
        .replace(/^type /, '')
        .replace(/^.* as /, ''),
    ),
  );
  const stars = [...text.matchAll(/^export \* from '(\.[^']+)'/gm)].flatMap(([, from = '']) =>
    getNames(relative(root, resolve(root, dirname(file), from))),
  );
  return [...new Set([...own, ...lists, ...stars])].filter((name) => name !== '').sort();
}

/** Arguments and flags of a command and its subcommands, with their help. */
function commandLines(path: readonly string[]): string[] {
  const help = execFileSync(process.execPath, ['scripts/touchstone.ts', ...path, '--help'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, COLUMNS: '2000', NO_COLOR: '1' },
  });
  const title = path.join(' ');
  const usage = /^Usage: touchstone (.*)$/m.exec(help)?.[1] ?? '';
  const flags = [...help.matchAll(/^ {2}(-\S.*?)(?: {2,}|$)/gm)].map(([, flag]) => `${title} ${flag}`.trim());
  const below = /^Commands:\n((?: .*\n)*)/m.exec(help)?.[1] ?? '';
  const commands = [...below.matchAll(/^ {2}([a-z][\w-]*)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');
  return [usage, ...flags, ...commands.flatMap((name) => commandLines([...path, name]))];
}

function getVariables(sources: readonly string[]): string[] {
  const found = sources
    .filter((file) => /^(?:mock|suites|scripts|spec)\//.test(file) && !/\.test\.ts$/.test(file))
    .flatMap((file) => read(file).match(/\bTOUCHSTONE_[A-Z_]+\b/g) ?? []);
  return [...new Set(found)].sort();
}

function getSizes(sources: readonly string[]): Inventory['sizes'] {
  const groups = Map.groupBy(sources, (file) => /^([^/]+)\//.exec(file)?.[1] ?? '.');
  const sizes = [...groups].map(([folder, files]) => {
    const lines = files.reduce((sum, file) => sum + (read(file).match(/\n/g)?.length ?? 0), 0);
    return [folder, { lines, files: files.length }] as const;
  });
  return Object.fromEntries(sizes.sort(([a], [b]) => a.localeCompare(b)));
}

/** The inventory of another commit. */
function getInventory(ref: string): Inventory {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-inventory-'));
  const worktree = join(folder, 'tree');
  git('worktree', 'add', '--quiet', '--detach', worktree, ref);
  try {
    symlinkSync(join(root, 'node_modules'), join(worktree, 'node_modules'));
    const script = join(worktree, 'scripts', 'check', 'inventory.ts');
    copyFileSync(import.meta.filename, script);
    const json = execFileSync(process.execPath, [script, '--json'], {
      cwd: worktree,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    return JSON.parse(json);
  } finally {
    git('worktree', 'remove', '--force', worktree);
    rmSync(folder, { recursive: true, force: true });
  }
}

const total = (sizes: Inventory['sizes'], what: 'lines' | 'files') =>
  Object.values(sizes).reduce((sum, one) => sum + one[what], 0);
const countAll = (lists: Readonly<Record<string, readonly string[]>>) =>
  new Set(Object.values(lists).flat()).size;

function counts(inventory: Inventory): Record<string, number> {
  const levels = Object.values(inventory.requirements).map((text) => text.slice(0, text.indexOf(',')));
  const of = (level: string) => levels.filter((one) => one === level).length;
  return {
    'requirements: MUST': of('must'),
    'requirements: SHOULD': of('should'),
    'requirements: MAY': of('may'),
    'requirements with a test': Object.values(inventory.tests).filter((ids) => ids.length > 0).length,
    'tests of the suites': countAll(inventory.tests),
    'requirements with a mutant': Object.values(inventory.mutants).filter((ids) => ids.length > 0).length,
    mutants: countAll(inventory.mutants),
    operations: Object.keys(inventory.operations).length,
    'public exports': inventory.exports.length,
    'commands and flags': inventory.commands.length,
    'environment variables': inventory.environment.length,
    'TypeScript: lines': total(inventory.sizes, 'lines'),
    'TypeScript: files': total(inventory.sizes, 'files'),
  };
}

/** Lines that were removed (-), added (+) or changed (~). */
function difference(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names.flatMap((name) => {
    const [was, is] = [before[name], now[name]];
    if (was === is) return [];
    if (is === undefined) return [`- ${name}  ${was}`];
    if (was === undefined) return [`+ ${name}  ${is}`];
    return [`~ ${name}`, `    was  ${was}`, `    is   ${is}`];
  });
}

/** Requirements with fewer tests or mutants than before, and those with none left. */
function fewer(before: Inventory, now: Inventory, what: 'tests' | 'mutants'): string[] {
  return Object.entries(before[what]).flatMap(([id, were]) => {
    const are = now[what][id] ?? [];
    const gone = were.filter((name) => !are.includes(name));
    if (gone.length === 0) return [];
    const came = are.filter((name) => !were.includes(name));
    return [
      `~ ${id}: ${were.length} before, ${are.length} now${are.length === 0 ? ', NONE LEFT' : ''}`,
      ...gone.map((name) => `    -  ${name}`),
      ...came.map((name) => `    +  ${name}`),
    ];
  });
}

/** MUST and SHOULD requirements that had some and have none. */
function lost({ requirements, ...before }: Inventory, now: Inventory): string[] {
  const binding = (text = '') => /^(?:must|should),/.test(text);
  return Object.keys(requirements)
    .filter((id) => binding(requirements[id]))
    .flatMap((id) => [
      ...(binding(now.requirements[id]) ? [] : [`${id} is no longer a MUST or SHOULD`]),
      ...(['tests', 'mutants'] as const)
        .filter((what) => before[what][id]?.length && !now[what][id]?.length)
        .map((what) => `${id} has lost its ${what}`),
    ]);
}

const asRecord = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']));

function printDifference(ref: string, before: Inventory, now: Inventory): void {
  const sections: Readonly<Record<string, readonly string[]>> = {
    requirements: difference(before.requirements, now.requirements),
    'tests of requirements': fewer(before, now, 'tests'),
    'mutants of requirements': fewer(before, now, 'mutants'),
    operations: difference(before.operations, now.operations),
    'public exports': difference(asRecord(before.exports), asRecord(now.exports)),
    'commands and flags': difference(asRecord(before.commands), asRecord(now.commands)),
    'environment variables': difference(asRecord(before.environment), asRecord(now.environment)),
  };
  for (const [title, lines] of Object.entries(sections)) {
    console.log(`\n${title}: ${lines.length === 0 ? 'no difference' : ''}`);
    for (const line of lines) console.log(`  ${line.trimEnd()}`);
  }
  console.log(`\n${''.padEnd(30)}${ref.slice(0, 12).padStart(12)}${'now'.padStart(12)}`);
  const were = counts(before);
  for (const [name, count] of Object.entries(counts(now)))
    console.log(`${name.padEnd(30)}${`${were[name]}`.padStart(12)}${`${count}`.padStart(12)}`);
  const folders = new Set([...Object.keys(before.sizes), ...Object.keys(now.sizes)]);
  for (const folder of [...folders].sort()) {
    const [was, is] = [before.sizes[folder], now.sizes[folder]];
    const size = (one = { lines: 0, files: 0 }) => `${one.lines} in ${one.files}`.padStart(18);
    console.log(`  ${folder.padEnd(16)}${size(was)}${size(is)}`);
  }
}

const { values } = parseArgs({ options: { json: { type: 'boolean' }, since: { type: 'string' } } });
const now = await takeInventory();
if (values.json) console.log(JSON.stringify(now, null, 2));
else {
  const wrong: string[] = [];
  if (values.since === undefined) {
    for (const [name, count] of Object.entries(counts(now)))
      console.log(`${name.padEnd(30)}${`${count}`.padStart(10)}`);
  } else {
    const before = getInventory(values.since);
    printDifference(values.since, before, now);
    wrong.push(...lost(before, now));
  }
  const [lines, files] = [total(now.sizes, 'lines'), total(now.sizes, 'files')];
  if (lines > mostLines || files > mostFiles)
    wrong.push(
      `TypeScript is too big: ${lines} lines in ${files} files, at most ${mostLines} in ${mostFiles}`,
    );
  for (const line of wrong) console.log(`\nWRONG: ${line}`);
  process.exit(wrong.length > 0 ? 1 : 0);
}
