/**
 * Runs the command lines of the platform against a bare `serve`, and prints what each command does: it works, says no
 * in words, lies (it says done, and what is read afterwards does not show it) or crashes.
 *
 *     bun scripts/check/command-lines/run.ts [wrangler|cf] [group] [--all]     --all prints what works too
 *
 * `wrangler.txt` and `cf.txt` have the commands: lines of a shell, in groups that run beside each other. Behind `~` is
 * what the output has to match, behind `!~` what it must not; named groups are variables of the lines below.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import type { Info } from '../../../spec/services/touchstone/schemas.ts';
import { installWrangler, wranglerFolder } from '../clients/wrangler.ts';
import { bun, node } from '../runtimes.ts';
import { withServedMock } from '../served-mock.ts';

export const outcomes = ['works', 'says no', 'lies', 'crashes'] as const;

type Outcome = (typeof outcomes)[number];

/** What a command did. */
export interface Ran {
  readonly line: string;
  readonly outcome: Outcome;
  readonly text: string;
}

/** What all commands of a program did. */
export interface ProgramRun {
  readonly ran: readonly Ran[];
  /** Commands of the program for which the file has no line. */
  readonly untried: readonly string[];
}

const root = resolve(import.meta.dirname, '../../..');
const programs = {
  wrangler: join(wranglerFolder, 'node_modules/wrangler/wrangler-dist/cli.js'),
  cf: join(root, 'node_modules/cf/bin/cf'),
};

export type Program = keyof typeof programs;

/** Runs the commands of a program against a mock of its own. */
export async function runProgram(program: Program, only = ''): Promise<ProgramRun> {
  if (program === 'wrangler') installWrangler(bun);
  const text = await readFile(join(import.meta.dirname, `${program}.txt`), 'utf8');
  const [skipped = '', ...groups] = text.split(/^# /m);
  const ran = await withServedMock([], async ({ info }) => {
    const waiting = groups.filter((group) => group.startsWith(`${only}${only === '' ? '' : '\n'}`));
    const results: Ran[] = [];
    const work = async () => {
      for (let group = waiting.shift(); group !== undefined; group = waiting.shift())
        results.push(...(await runGroup(program, group, info)));
    };
    await Promise.all(cpus().slice(0, 4).map(work));
    return results;
  });
  const isTried = (leaf: string) =>
    ran.some(({ line }) => line.includes(`${program} ${leaf} `) || line.endsWith(`${program} ${leaf}`));
  const isSkipped = (leaf: string) =>
    skipped.split('\n').some((prefix) => prefix !== '' && `${leaf} `.startsWith(`${prefix} `));
  return { ran, untried: readLeaves(program).filter((leaf) => !isTried(leaf) && !isSkipped(leaf)) };
}

/** Prints the commands of Wrangler that are not hidden, one a line. */
const printLeaves = `
  const walk = ({ definition, subtree }, words) => {
    if (definition?.type === 'command' && !definition.metadata.hidden) console.log(words.join(' '));
    for (const [word, child] of subtree) walk(child, [...words, word]);
  };
  walk(require(process.argv[1]).experimental_getWranglerCommands().registry, []);
`;

/** The commands of a program, drawn from its own tables, each as its words. */
const readLeaves = (program: Program): readonly string[] =>
  program === 'cf'
    ? []
    : execFileSync(node, ['-e', printLeaves, programs[program]], { encoding: 'utf8' }).trim().split('\n');

async function runGroup(program: Program, group: string, info: Info): Promise<readonly Ran[]> {
  const home = await mkdtemp(join(tmpdir(), `touchstone-${program}-`));
  const env: Record<string, string | undefined> = {
    PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
    HOME: home,
    XDG_CONFIG_HOME: home,
    NODE_COMPILE_CACHE: join(tmpdir(), 'touchstone-compiled'),
    CI: '1',
    NO_COLOR: '1',
    COLUMNS: '200',
    WRANGLER_SEND_METRICS: 'false',
    CLOUDFLARE_API_BASE_URL: info.api ?? '',
    CLOUDFLARE_BASE_URL: info.api ?? '',
    CLOUDFLARE_API_TOKEN: info.api_token,
    CLOUDFLARE_ACCOUNT_ID: info.account_id,
    CLOUDFLARE_ZONE_ID: info.zone_id,
    PROGRAM: programs[program],
  };
  try {
    const ran: Ran[] = [];
    for (const whole of group
      .split('\n')
      .slice(1)
      .filter((one) => one !== '')) {
      const [, line = '', not = '', pattern] = /^(.*?)(?: (!?)~ (.*))?$/.exec(whole) ?? [];
      const { code, text } = await runLine(
        `set -u; ${program}() { node "$PROGRAM" "$@"; }\n${line}`,
        home,
        env,
      );
      const match = new RegExp(pattern ?? '', 'i').exec(text);
      for (const [name, value] of Object.entries(match?.groups ?? {})) env[name] = value;
      const isShown = (match !== null) !== (not === '!');
      if (new RegExp(`\\b${program} `).test(line))
        // Nothing is said of what an earlier command refused to do.
        ran.push({ line, outcome: judge(code, text, isShown || ran.at(-1)?.outcome === 'says no'), text });
      else if (code !== 0) throw new Error(`${line}\n${text}`);
    }
    return ran;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function judge(code: number, text: string, isShown: boolean): Outcome {
  // What the engine says of code that met a value it can't work with; the command lines print no name of the error.
  const crash =
    /\b(?:Type|Range|Reference|Syntax)Error\b|^\s+at .+:\d+:\d+\)?$|Cannot (?:read|set|convert|destructure) |is not (?:a function|iterable|defined)\b/m;
  if (crash.test(text)) return 'crashes';
  if (code !== 0) return 'says no';
  return isShown ? 'works' : 'lies';
}

const runLine = (line: string, cwd: string, env: Record<string, string | undefined>) =>
  new Promise<{ readonly code: number; readonly text: string }>((done) => {
    const child = execFile('sh', ['-c', line], { cwd, env, timeout: 30_000 }, (error, stdout, stderr) => {
      const text = stripVTControlCharacters(`${stdout}${stderr}`);
      done({ code: error === null ? 0 : Number(error.code ?? 1), text });
    });
    child.stdin?.end();
  });

/** How many commands had each outcome. */
export const countOutcomes = (ran: readonly Ran[]): readonly (readonly [Outcome, number])[] =>
  outcomes.map((outcome) => [outcome, ran.filter((one) => one.outcome === outcome).length]);

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { all: { type: 'boolean' } },
    allowPositionals: true,
  });
  for (const program of ['wrangler', 'cf'] as const) {
    if (positionals.length > 0 && !positionals.includes(program)) continue;
    const { ran, untried } = await runProgram(program, positionals[1]);
    for (const { line, outcome, text } of ran.filter((one) => values.all || one.outcome !== 'works'))
      console.log(`${outcome.padEnd(8)} ${line}\n${text.trim().replaceAll(/^/gm, '         ')}`);
    for (const leaf of untried) console.log(`untried  ${program} ${leaf}`);
    console.log(
      `${program}: ${countOutcomes(ran)
        .map(([outcome, count]) => `${outcome} ${count}`)
        .join(', ')}`,
    );
  }
}
