/**
 * Runs the command lines of the platform against a bare `serve`, and prints what each command does: it works, says no
 * in words, lies (it says done, and what is read afterwards does not show it) or crashes.
 *
 *     bun scripts/check/command-lines/run.ts [wrangler|cf] [group] [--all] [--write]
 *
 * `--all` prints what works too; `--write` marks the refused commands anew.
 *
 * `wrangler.txt` and `cf.txt` have the commands: lines of a shell, in groups that run beside each other. Behind `~` is
 * what the output has to match; behind `!~` what it must not, and what the same command showed before; behind `no~`
 * the words with which the platform says no as well. Named groups are variables of the lines below. `refused:` marks
 * what is refused today. The lines above the first group are the commands that are not tried.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import type { Info } from '../../../spec/services/touchstone/schemas.ts';
import { installWrangler, wranglerFolder } from '../clients/wrangler.ts';
import { bun, node } from '../runtimes.ts';
import { withServedMock } from '../served-mock.ts';

const root = resolve(import.meta.dirname, '../../..');
const programs = {
  wrangler: join(wranglerFolder, 'node_modules/wrangler/wrangler-dist/cli.js'),
  cf: join(root, 'node_modules/cf/cf-dist/index.js'),
};

export type Program = keyof typeof programs;

const outcomes = ['works', 'says no', 'lies', 'crashes'] as const;

type Outcome = (typeof outcomes)[number];

/** What a command did. */
interface Ran {
  /** The line of the file. */
  readonly line: string;
  /** Its command, as the words of the program's own table. */
  readonly leaf: string;
  readonly outcome: Outcome;
  readonly text: string;
}

/** What all commands of a program did. */
export interface ProgramRun {
  readonly ran: readonly Ran[];
  /** Commands of the program for which the file has no line. */
  readonly untried: readonly string[];
}

interface Finished {
  readonly code: number;
  readonly text: string;
}

const refusedMark = 'refused: ';

/** Whether a command did what its line says. */
export const isExpected = ({ line, outcome }: Ran): boolean =>
  outcome === (line.startsWith(refusedMark) ? 'says no' : 'works');

const fileOf = (program: Program) => join(import.meta.dirname, `${program}.txt`);

/** Runs the commands of a program against a mock of its own. */
export async function runProgram(program: Program, only = ''): Promise<ProgramRun> {
  if (program === 'wrangler') installWrangler(bun);
  const [skipped = '', ...groups] = (await readFile(fileOf(program), 'utf8')).split(/^# /m);
  const leaves = readLeaves[program]();
  const waiting = groups.filter((group) => group.startsWith(only === '' ? '' : `${only}\n`));
  const ran = await withServedMock([], async ({ info }) => {
    const results: Ran[] = [];
    const work = async () => {
      for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
        const home = await mkdtemp(join(tmpdir(), `touchstone-${program}-`));
        const session = startSession(program, environment(info, home));
        try {
          results.push(...(await runGroup(program, group, leaves, home, session)));
        } finally {
          session.stop();
          await rm(home, { recursive: true, force: true });
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
    return results;
  });
  const isSkipped = (leaf: string) =>
    skipped.split('\n').some((prefix) => prefix !== '' && `${leaf} `.startsWith(`${prefix} `));
  const tried = new Set(ran.map(({ leaf }) => leaf));
  return { ran, untried: leaves.filter((leaf) => !tried.has(leaf) && !isSkipped(leaf)) };
}

/** Prints the commands of Wrangler that are not hidden, one a line. */
const printLeaves = `
  const walk = ({ definition, subtree }, words) => {
    if (definition?.type === 'command' && !definition.metadata.hidden) console.log(words.join(' '));
    for (const [word, child] of subtree) walk(child, [...words, word]);
  };
  walk(require(process.argv[1]).experimental_getWranglerCommands().registry, []);
`;

/** Areas of `cf` whose reads, creations and deletions are tried. */
const cfAreas =
  /^(?:accounts|alerting|d1|dns|kv|load-balancers|queues|r2|zero-trust|zones) (?:.* )?(?:create|delete|get|list)$/;

/** The commands of a program, drawn from its own tables, each as its words. */
const readLeaves: Readonly<Record<Program, () => readonly string[]>> = {
  wrangler: () =>
    execFileSync(node, ['-e', printLeaves, programs.wrangler], { encoding: 'utf8' }).trim().split('\n'),
  cf: () =>
    Object.keys(JSON.parse(readFileSync(join(programs.cf, '../_meta/schemas.json'), 'utf8')).schemas).filter(
      (leaf) => cfAreas.test(leaf),
    ),
};

const environment = (info: Info, home: string): NodeJS.ProcessEnv => ({
  PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
  HOME: home,
  XDG_CONFIG_HOME: home,
  NODE_COMPILE_CACHE: join(tmpdir(), 'touchstone-compiled'),
  CI: '1',
  NO_COLOR: '1',
  COLUMNS: '200',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_R2_SQL_AUTH_TOKEN: info.api_token,
  CF_HIDE_COMMANDS: 'false',
  CLOUDFLARE_API_BASE_URL: info.api ?? '',
  CLOUDFLARE_BASE_URL: info.api ?? '',
  CLOUDFLARE_API_TOKEN: info.api_token,
  CLOUDFLARE_ACCOUNT_ID: info.account_id,
  CLOUDFLARE_ZONE_ID: info.zone_id,
});

/** Runs lines of a shell. */
interface Session {
  run(line: string, cwd: string, variables: Readonly<Record<string, string>>): Promise<Finished>;
  stop(): boolean;
}

function startSession(program: Program, env: NodeJS.ProcessEnv): Session {
  const child = spawn(node, [join(import.meta.dirname, 'session.ts'), programs[program]], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // Programs catch the other signals.
  const stop = () => child.kill('SIGKILL');
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(line, cwd, variables) {
      if (!line.includes(`${program} `)) return runShell(line, cwd, { ...env, ...variables });
      // The shell says what it would give to the program.
      const called = await runShell(`${program}() { printf '%s\\0' "$#" "$@"; cat; }\n${line}`, cwd, {
        ...env,
        ...variables,
      });
      if (called.code !== 0) return called;
      const [count = '', ...rest] = called.text.split('\0');
      const args = rest.slice(0, Number(count));
      child.stdin.write(`${JSON.stringify({ cwd, args, input: rest.at(-1) })}\n`);
      const timer = setTimeout(stop, 60_000);
      const { value } = await answers.next();
      clearTimeout(timer);
      if (value === undefined) throw new Error(`${line} did not end`);
      const { code, text } = JSON.parse(value);
      return { code, text: stripVTControlCharacters(text) };
    },
    stop,
  };
}

const runShell = (line: string, cwd: string, env: NodeJS.ProcessEnv) =>
  new Promise<Finished>((done) => {
    const child = execFile('sh', ['-uc', line], { cwd, env, timeout: 60_000 }, (error, stdout, stderr) => {
      const text = stripVTControlCharacters(`${stdout}${stderr}`);
      done({ code: error === null ? 0 : Number(error.code ?? 1), text });
    });
    child.stdin?.end();
  });

async function runGroup(
  program: Program,
  group: string,
  leaves: readonly string[],
  cwd: string,
  session: Session,
): Promise<readonly Ran[]> {
  const variables: Record<string, string> = {};
  const ran: Ran[] = [];
  for (const line of group.split('\n').slice(1)) {
    if (line === '') continue;
    const [, command = '', how = '', pattern = ''] =
      /^(.*?)(?: (~|!~|no~) (.*))?$/.exec(line.replace(refusedMark, '')) ?? [];
    const { code, text } = await session.run(command, cwd, variables);
    const expected = new RegExp(
      pattern.replace(/\$([A-Z]\w*)/g, (_, name: string) => variables[name] ?? ''),
      'i',
    );
    const match = expected.exec(text);
    const [, words] = new RegExp(`\\b${program} (.*)$`).exec(command) ?? [];
    if (words === undefined) {
      if (code !== 0 || (match === null) !== (how === '!~')) throw new Error(`${command}\n${text}`);
      continue;
    }
    Object.assign(variables, match?.groups);
    const [leaf = words] = leaves
      .filter((one) => `${words} `.startsWith(`${one} `))
      .sort((one, other) => other.length - one.length);
    const before = ran.filter((one) => one.leaf === leaf).map((one) => one.text);
    const outcome = judge({
      code,
      text,
      how,
      isMatch: match !== null,
      wasMatch: before.some((one) => expected.test(one)),
      isAfterRefusal: ran.at(-1)?.outcome === 'says no',
    });
    ran.push({ line, leaf, outcome, text });
  }
  return ran;
}

function judge({
  code,
  text,
  how,
  isMatch,
  wasMatch,
  isAfterRefusal,
}: Finished & {
  readonly how: string;
  readonly isMatch: boolean;
  readonly wasMatch: boolean;
  readonly isAfterRefusal: boolean;
}): Outcome {
  // What the engine says of code that met a value it can't work with; the command lines print no name of the error.
  const crash =
    /\b(?:Type|Range|Reference|Syntax)Error\b|^\s+at .+:\d+:\d+\)?$|Cannot (?:read|set|convert|destructure) |is not (?:a function|iterable|defined)\b/m;
  if (crash.test(text)) return 'crashes';
  if (how === 'no~') return code === 0 ? 'lies' : isMatch ? 'works' : 'says no';
  if (code !== 0) return 'says no';
  if (how === '~' && isMatch) return 'works';
  if (how === '!~' && isMatch) return isAfterRefusal ? 'says no' : 'lies';
  // Nothing is shown of what an earlier command refused to do.
  if (how === '~') return isAfterRefusal ? 'says no' : 'lies';
  return (how === '!~' ? wasMatch : !isAfterRefusal) ? 'works' : 'says no';
}

/** How many commands had each outcome; the worst of its lines counts. */
export function countOutcomes(ran: readonly Ran[]): string {
  const worst = new Map<string, number>();
  for (const { leaf, outcome } of ran)
    worst.set(leaf, Math.max(worst.get(leaf) ?? 0, outcomes.indexOf(outcome)));
  return outcomes
    .map((outcome, at) => `${outcome} ${[...worst.values()].filter((one) => one === at).length}`)
    .join(', ');
}

/** Marks the commands that are refused in the file of a program. */
async function writeMarks(program: Program, ran: readonly Ran[]): Promise<void> {
  const lines = (await readFile(fileOf(program), 'utf8')).split('\n');
  for (const { line, outcome } of ran.filter((one) => !isExpected(one)))
    lines[lines.indexOf(line)] = `${outcome === 'works' ? '' : refusedMark}${line.replace(refusedMark, '')}`;
  await writeFile(fileOf(program), lines.join('\n'));
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { all: { type: 'boolean' }, write: { type: 'boolean' } },
    allowPositionals: true,
  });
  for (const program of ['wrangler', 'cf'] as const) {
    if (positionals.length > 0 && !positionals.includes(program)) continue;
    const { ran, untried } = await runProgram(program, positionals[1]);
    for (const { line, outcome, text } of ran.filter((one) => values.all || one.outcome !== 'works'))
      console.log(`${outcome.padEnd(8)} ${line}\n${text.trim().replaceAll(/^/gm, '         ')}`);
    for (const leaf of positionals[1] === undefined ? untried : [])
      console.log(`untried  ${program} ${leaf}`);
    console.log(`${program}: ${countOutcomes(ran)}`);
    if (values.write) await writeMarks(program, ran);
  }
}
