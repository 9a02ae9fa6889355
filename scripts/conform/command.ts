import { type Command, Option } from 'commander';
import { timeLimitTable } from '../../suites/harness/time-limits.ts';
import { portNumber, positiveNumber, wholeNumber } from '../option-values.ts';

/** Options that describe a target. */
function targetOptions(command: Command): Command {
  return command
    .optionsGroup('The target:')
    .option(
      '--target <file>',
      'file that describes the target, such as the line of serve --json (default: touchstone.target.ts or .json)',
    )
    .option('--token <token>', 'API token with every permission')
    .option('--edge <url>', 'where the zone traffic of the target is reached')
    .option('--zone-id <id>', 'zone to test in')
    .option('--zone-name <name>', 'name of that zone')
    .option('--account-id <id>', 'account to test in')
    .option('--read-token <token>', 'API token with read permissions only')
    .option('--gateway-token <token>', 'API token with gateway permissions only')
    .option('--email <address>', 'e-mail address of the X-Auth-Email header')
    .option('--api-key <key>', 'key of the X-Auth-Key header')
    .option('--origin <url>', 'where the fixture site stands, when it is the origin of the zone')
    .option(
      '--tls-certificate <file>',
      'PEM file of certificates to trust where the target speaks HTTPS, such as that of serve --tls',
    )
    .option(
      '--webhook-certificate <file>',
      'PEM file with the certificate of the receiver of webhooks and its key, see webhook-certificate',
    )
    .option('--webhook-host <host>', 'host by which the target reaches that receiver (default 127.0.0.1)')
    .option('--webhook-port <n>', 'port of that receiver (default: a free one)', portNumber)
    .option(
      '--pages-host <host>',
      'host by which browsers of the target reach the pages of tests, or a URL that leads here (default: 127.0.0.1 for a target on this machine)',
    )
    .option('--pages-port <n>', 'port of those pages (default: a free one)', portNumber)
    .option('--objects <url>', 'where the object-storage example is')
    .option('--objects-open <url>', 'where that example is without its authorization step')
    .option('--auth-key-secret <text>', 'what X-Custom-Auth-Key has to be at that example')
    .option('--allowed-key <key>', 'key that everybody may read there')
    .option('--interpreter <url>', 'where the code-interpreter example is')
    .option('--worker <url>', 'where the Worker of fixtures/worker is, which passes calls on to its bindings')
    .option('--worker-secret <text>', 'what that Worker wants in X-Worker-Secret')
    .option('--feature <name...>', 'optional features that the target claims');
}

/** Options that choose tests. */
function selectors(command: Command): Command {
  return command
    .optionsGroup('Choosing tests (all of what is said has to hold):')
    .option('--only <service...>', 'services, or beginnings of suite names')
    .option('--requirement <id...>', 'requirement ids, or their beginnings')
    .option('--level <level>', 'the lowest level: must, should or may')
    .option('--needs <feature...>', 'tests that need one of these features')
    .option('--without <feature...>', 'leave out tests that need one of these features, such as browser')
    .option('--title <text>', 'tests whose id holds this text')
    .option('--test <id...>', 'tests by their ids, as reports and conform list show them');
}

const url = '[url]';
const urlMeaning = 'base URL of the API, ending in the version segment';

const limits = timeLimitTable.map(
  ({ name, milliseconds, meaning }) => `  ${name.padEnd(12)}${`${milliseconds}`.padStart(7)}  ${meaning}`,
);

const afterHelp = `
Time limits (--limit), in milliseconds:
${limits.join('\n')}

Exit codes: 0 conformant, 1 not conformant or partial, 2 no verdict (nobody answers, wrong options, the harness broke),
130 interrupted by Ctrl-C or SIGTERM.
With a baseline: 0 when what fails is what it expects. Guide: docs/conformance.md`;

/** Adds the command `conform` and what stands below it. */
export function addConform(program: Command): void {
  const conform = selectors(targetOptions(program.command('conform')))
    .description(
      'hold an implementation to the requirements; exits 0 when it conforms, 1 when not, 2 without a verdict',
    )
    .argument(url, urlMeaning)
    .optionsGroup('The verdict:')
    .option('--strict', 'let failures of should and may count')
    .option('--allow-partial', 'exit with 0 although a must could not be tested')
    .option('--baseline <file>', 'JSON file of expected failures; exits 0 when what fails is what it says')
    .option('--write-baseline <file>', 'write what fails as a baseline, and expect it from now on')
    .optionsGroup('How it runs:')
    .option('--dry-run', 'count the tests of the run, and send nothing')
    .option('--budget <n>', 'most requests that tests send; what is left then is skipped', wholeNumber)
    .option('--billable-budget <n>', 'most requests that cost money (models, rendering)', wholeNumber)
    .option('--rate <n>', 'most requests per second, over all jobs', positiveNumber)
    .option(
      '--jobs <n>',
      "tests at the same time (default: 8 against this project's own mock, else 1)",
      wholeNumber,
    )
    .option('--shard <i/n>', 'run one of n parts, for several machines; join them with conform merge')
    .option('--verify', 'run each test ten times in random order, and name the unstable ones')
    .option('--seed <n>', 'the order of --verify, to have it again', wholeNumber)
    .option('--limit <name=ms...>', 'time limits, as they are listed below')
    .option('--timeout <ms>', 'the same as --limit request=MS', wholeNumber)
    .optionsGroup('Reports:')
    .option('--out <folder>', 'folder for report.html, results.json, junit.xml, badge.svg and pictures')
    .addOption(
      new Option('--report-exchanges <which>', 'tests whose exchanges results.json keeps')
        .choices(['failures', 'all'])
        .default('failures'),
    )
    .addHelpText('after', afterHelp)
    .action(async (url: string | undefined, options: Record<string, unknown>) => {
      const { conform } = await loaded(() => import('./run.ts'));
      process.exitCode = await conform(url ?? strayUrl(options), options);
    });

  // Options of `conform` are read wherever they stand, so that a command below finds its own among those of both.
  conform
    .command('list')
    .description('list requirements and the tests that prove them, or those that are chosen')
    .usage('[options of conform that choose tests] [--json | --coverage]')
    .option('--json', 'print JSON')
    .option('--coverage', 'print what has no test, no requirement or no rule; exits 1 when there is any')
    .action(async (_: unknown, command: Command) => {
      const { conformList } = await loaded(() => import('./list.ts'));
      process.exitCode = await conformList(command.optsWithGlobals());
    });

  conform
    .command('merge')
    .description('join the results of parts of a run (--shard), and judge the whole')
    .usage('[--strict] [--allow-partial] [--baseline <file>] [--out <folder>] <results...>')
    .argument('<results...>', 'results.json of each part')
    .action(async (files: readonly string[], _: unknown, command: Command) => {
      const { conformMerge } = await loaded(() => import('./judge.ts'));
      process.exitCode = await conformMerge(files, command.optsWithGlobals());
    });

  conform
    .command('judge')
    .description('judge a saved run again, offline, by the requirements, tests and baseline of today')
    .usage('[--strict] [--allow-partial] [--baseline <file>] [--out <folder>] <results>')
    .argument('<results>', 'results.json of the run')
    .action(async (file: string, _: unknown, command: Command) => {
      const { conformJudge } = await loaded(() => import('./judge.ts'));
      process.exitCode = await conformJudge(file, command.optsWithGlobals());
    });

  conform
    .command('stances')
    .description(
      'ask a target what the documents leave open, and print it beside what the mock does; exits 2 when it can not be asked',
    )
    .usage('[options of conform that describe the target] [--only <name...>] [--write <file>] [--json] [url]')
    .argument(url, urlMeaning)
    .option('--write <file>', 'write what the target does to a JSON file, for serve --stances')
    .option('--json', 'print JSON')
    .action(async (url: string | undefined, _: unknown, command: Command) => {
      const { conformStances } = await loaded(() => import('./stances.ts'));
      const options = command.optsWithGlobals();
      process.exitCode = await conformStances(url ?? strayUrl(options), options);
    });

  conform
    .command('sweep')
    .description('remove what killed runs left behind, of all runs against the target whose journal is here')
    .usage('[options of conform that describe the target] [url]')
    .argument(url, urlMeaning)
    .action(async (url: string | undefined, _: unknown, command: Command) => {
      const { conformSweep } = await loaded(() => import('./run.ts'));
      const options = command.optsWithGlobals();
      process.exitCode = await conformSweep(url ?? strayUrl(options), options);
    });
}

/** Loads what a command does. It asks most schemas a few times, which does not pay for functions that zod would compile. */
async function loaded<T>(load: () => Promise<T>): Promise<T> {
  const { config } = await import('zod');
  config({ jitless: true });
  return load();
}

/** Takes the base URL out of an option that takes several values, when it stands right behind them. */
function strayUrl(options: Record<string, unknown>): string | undefined {
  for (const [name, values] of Object.entries(options)) {
    if (!Array.isArray(values)) continue;
    const last: unknown = values.at(-1);
    if (typeof last !== 'string' || !/^https?:\/\//.test(last)) continue;
    options[name] = values.slice(0, -1);
    return last;
  }
  return undefined;
}
