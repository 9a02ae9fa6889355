/**
 * Lists what the project promises, and its sizes: requirements with their tests and mutants, operations, public exports,
 * commands with their flags, environment variables, and how much there is to read.
 *
 *     bun scripts/check/inventory.ts                 prints the counts; exits 1 when a size is above sizes.json
 *     bun scripts/check/inventory.ts --write         writes the sizes into sizes.json
 *     bun scripts/check/inventory.ts --json          prints everything as JSON
 *     bun scripts/check/inventory.ts --since REF     prints what changed since a commit; exits 1 when a size is above
 *                                                    sizes.json, or a MUST or SHOULD that had a test has none
 *
 * A commit that raises a size says why. With `--since`, this script runs in a temporary worktree of the commit, which
 * need not contain it.
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob, relative, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

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
  /** What is measured to its number. */
  readonly sizes: Sizes;
}

type Sizes = Readonly<Record<string, number>>;

const root = resolve(import.meta.dirname, '..', '..');
const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
const load = (file: string) => import(pathToFileURL(join(root, file)).href);
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const limitsFile = join(import.meta.dirname, 'sizes.json');
const limits: { readonly apparatus: readonly string[]; readonly sizes: Sizes } = JSON.parse(
  readFileSync(limitsFile, 'utf8'),
);

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
    sizes: await getSizes(sources),
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

/** Tests, and what only tests use. */
const isTest = (file: string) => /\.(?:test|shared)\.tsx?$|\/testing\//.test(file);

async function getSizes(sources: readonly string[]): Promise<Sizes> {
  const sizes: Record<string, number> = {};
  const measure = (name: string, files: readonly string[]) => {
    sizes[`${name}: lines`] = files.reduce((sum, file) => sum + (read(file).match(/\n/g)?.length ?? 0), 0);
    sizes[`${name}: files`] = files.length;
  };
  measure('TypeScript', sources);
  for (const folder of ['spec', 'mock', 'suites', 'scripts', 'docs', 'fixtures']) {
    const inside = sources.filter((file) => file.startsWith(`${folder}/`));
    const tests = inside.filter(isTest);
    measure(
      `${folder}, code`,
      inside.filter((file) => !isTest(file)),
    );
    if (tests.length > 0) measure(`${folder}, tests`, tests);
  }
  const isApparatus = (file: string) => limits.apparatus.some((glob) => matchesGlob(file, glob));
  measure('apparatus', sources.filter(isApparatus));
  sizes['files with one importer'] = await countSoleImporters();
  sizes['generated pages'] = git('ls-files', 'docs/reference/*.md', ':!*/README.md').split('\n').length - 1;
  return { ...sizes, ...filesOfRequests() };
}

/** Files of code that exactly one other file of code imports; tests do not count. */
async function countSoleImporters(): Promise<number> {
  const { getImports, sourceFiles }: typeof import('./imports.ts') = await load('scripts/check/imports.ts');
  const importers = new Map<string, Set<string>>();
  for (const file of sourceFiles(root).filter((one) => !isTest(one))) {
    for (const { to } of getImports(root, file)) {
      importers.set(to, (importers.get(to) ?? new Set()).add(file));
    }
  }
  const isFile = (name: string) => /\.tsx?$/.test(name) && !isTest(name);
  return [...importers].filter(([name, from]) => isFile(name) && from.size === 1).length;
}

/** Files of the mock and of spec in which a function runs for one request; measured on Node. */
function filesOfRequests(): Sizes {
  const script = 'scripts/check/files-of-requests.ts';
  if (!existsSync(join(root, script))) return {};
  const printed = execFileSync(join(root, 'node_modules/.bin/node'), [script], {
    cwd: root,
    encoding: 'utf8',
  });
  const lines = [...printed.matchAll(/^(.*) \(200\): (\d+) files$/gm)];
  return Object.fromEntries(lines.map(([, name, count]) => [`files that run for ${name}`, Number(count)]));
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
    copyFileSync(limitsFile, join(dirname(script), 'sizes.json'));
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
    ...inventory.sizes,
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

const nameWidth = 62;
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
  console.log(`\n${''.padEnd(nameWidth)}${ref.slice(0, 12).padStart(12)}${'now'.padStart(12)}`);
  const were = counts(before);
  for (const [name, count] of Object.entries(counts(now)))
    console.log(`${name.padEnd(nameWidth)}${`${were[name]}`.padStart(12)}${`${count}`.padStart(12)}`);
}

/** Sizes above those of sizes.json, and sizes that it lacks. */
function getGrown(sizes: Sizes): string[] {
  return Object.entries(sizes).flatMap(([name, size]) => {
    const most = limits.sizes[name];
    if (most === undefined) return [`${name} is not in scripts/check/sizes.json: run inventory.ts --write`];
    if (size <= most) return [];
    return [
      `${name} grew from ${most} to ${size}: take something out, or run inventory.ts --write and say why in the commit`,
    ];
  });
}

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, since: { type: 'string' }, write: { type: 'boolean' } },
});
const now = await takeInventory();
if (values.write) {
  writeFileSync(limitsFile, `${JSON.stringify({ ...limits, sizes: now.sizes }, null, 2)}\n`);
} else if (values.json) console.log(JSON.stringify(now, null, 2));
else {
  const wrong: string[] = [];
  if (values.since === undefined) {
    for (const [name, count] of Object.entries(counts(now)))
      console.log(`${name.padEnd(nameWidth)}${`${count}`.padStart(10)}`);
  } else {
    const before = getInventory(values.since);
    printDifference(values.since, before, now);
    wrong.push(...lost(before, now));
  }
  wrong.push(...getGrown(now.sizes));
  for (const line of wrong) console.log(`\nWRONG: ${line}`);
  process.exit(wrong.length > 0 ? 1 : 0);
}
