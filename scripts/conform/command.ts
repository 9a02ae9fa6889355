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
    .option('--edge <url>', "URL of the target's zone traffic")
    .option('--zone-id <id>', 'zone to test in')
    .option('--zone-name <name>', 'name of that zone')
    .option('--account-id <id>', 'account to test in')
    .option('--read-token <token>', 'API token with read permissions only')
    .option('--gateway-token <token>', 'API token with gateway permissions only')
    .option('--email <address>', 'e-mail address of the X-Auth-Email header')
    .option('--api-key <key>', 'key of the X-Auth-Key header')
    .option('--origin <url>', 'URL of the fixture site, if it is the origin of the zone')
    .option(
      '--tls-certificate <file>',
      'PEM file of certificates to trust when the target speaks HTTPS, such as that of serve --tls',
    )
    .option(
      '--webhook-certificate <file>',
      "PEM file of the webhook receiver's certificate and key; see webhook-certificate",
    )
    .option(
      '--webhook-host <host>',
      'host at which the target reaches the webhook receiver (default 127.0.0.1)',
    )
    .option('--webhook-port <n>', 'port of the webhook receiver (default: a free one)', portNumber)
    .option(
      '--pages-host <host>',
      "host or URL at which the target's browsers reach the test pages (default: 127.0.0.1 for a target on this machine)",
    )
    .option('--pages-port <n>', 'port of the test pages (default: a free one)', portNumber)
    .option('--objects <url>', 'URL of the object-storage example')
    .option('--objects-open <url>', 'URL of the same example without authorization')
    .option('--auth-key-secret <text>', 'X-Custom-Auth-Key of that example')
    .option('--allowed-key <key>', 'key that anyone may read there')
    .option('--interpreter <url>', 'URL of the code-interpreter example')
    .option('--worker <url>', 'URL of the Worker in fixtures/worker, which passes calls on to its bindings')
    .option('--worker-secret <text>', 'X-Worker-Secret of that Worker')
    .option('--feature <name...>', 'optional features that the target claims');
}

/** Options that make suites from documents. */
function documentOptions(command: Command): Command {
  return command
    .optionsGroup('Another API:')
    .option(
      '--openapi <file|url...>',
      'OpenAPI documents: test the target by suites that are made from them, instead of those of the contract',
    )
    .option('--openapi-overlay <file|url...>', 'OpenAPI overlays that correct those documents')
    .option(
      '--openapi-param <name=value...>',
      'values of path variables that no operation of the documents makes, such as owner=octocat',
    );
}

/** Options that choose tests. */
function selectors(command: Command): Command {
  return command
    .optionsGroup('Choosing tests (a test must match all of these):')
    .option('--only <service...>', 'services, or prefixes of suite names')
    .option('--requirement <id...>', 'requirement ids, or their prefixes')
    .option('--level <level>', 'lowest level: must, should or may')
    .option('--needs <feature...>', 'tests that need one of these features')
    .option('--without <feature...>', 'skip tests that need one of these features, such as browser')
    .option('--title <text>', 'tests whose id contains this text')
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

Exit codes: 0 conformant, 1 not conformant or partial, 2 no verdict (no answer, wrong options, an error in the harness),
130 interrupted by Ctrl-C or SIGTERM.
With a baseline: 0 when exactly the expected tests fail. Guide: docs/conformance.md`;

/** Adds the command `conform` and its subcommands. */
export function addConform(program: Command): void {
  const conform = selectors(documentOptions(targetOptions(program.command('conform'))))
    .description(
      'test an implementation against the requirements; exits 0 when it conforms, 1 when not, 2 without a verdict',
    )
    .argument(url, urlMeaning)
    .optionsGroup('The verdict:')
    .option('--strict', 'count failures of should and may as well')
    .option('--allow-partial', 'exit with 0 even when a must could not be tested')
    .option('--baseline <file>', 'JSON file of expected failures; exits 0 when exactly those fail')
    .option('--write-baseline <file>', 'write the failures as a baseline to expect from now on')
    .optionsGroup('How it runs:')
    .option('--dry-run', 'count the tests of the run without sending anything')
    .option('--budget <n>', 'maximum number of requests; tests beyond it are skipped', wholeNumber)
    .option(
      '--billable-budget <n>',
      'maximum number of requests that cost money (models, rendering)',
      wholeNumber,
    )
    .option('--rate <n>', 'maximum number of requests per second, over all jobs', positiveNumber)
    .option(
      '--jobs <n>',
      "tests to run in parallel (default: 8 against this project's own mock, else 1)",
      wholeNumber,
    )
    .option(
      '--shard <i/n>',
      'run one of n parts, to spread a run over machines; join the parts with conform merge',
    )
    .option('--verify', 'run each test ten times in random order and name the unstable ones')
    .option('--seed <n>', 'seed of the random order, to repeat a --verify run', wholeNumber)
    .option('--limit <name=ms...>', 'time limits, from the list below')
    .option('--timeout <ms>', 'the same as --limit request=MS', wholeNumber)
    .optionsGroup('Reports:')
    .option('--out <folder>', 'folder for report.html, results.json, junit.xml, badge.svg and pictures')
    .addOption(
      new Option('--report-exchanges <which>', 'which tests keep their exchanges in results.json')
        .choices(['failures', 'all'])
        .default('failures'),
    )
    .addHelpText('after', afterHelp)
    .action(async (url: string | undefined, options: Record<string, unknown>) => {
      const { conform } = await loaded(() => import('./run.ts'));
      process.exitCode = await conform(url ?? strayUrl(options), options);
    });

  // Options of `conform` may stand anywhere, so a subcommand finds its own among both sets.
  conform
    .command('list')
    .description('list the requirements and their tests, all or the chosen ones')
    .usage('[options of conform that choose tests] [--json | --coverage]')
    .option('--json', 'print JSON')
    .option('--coverage', 'print what lacks a test, a requirement or a rule; exits 1 when something does')
    .action(async (_: unknown, command: Command) => {
      const { conformList } = await loaded(() => import('./list.ts'));
      process.exitCode = await conformList(command.optsWithGlobals());
    });

  conform
    .command('merge')
    .description('join the results of a sharded run (--shard) and judge the whole')
    .usage('[--strict] [--allow-partial] [--baseline <file>] [--out <folder>] <results...>')
    .argument('<results...>', 'results.json of each part')
    .action(async (files: readonly string[], _: unknown, command: Command) => {
      const { conformMerge } = await loaded(() => import('./judge.ts'));
      process.exitCode = await conformMerge(files, command.optsWithGlobals());
    });

  conform
    .command('judge')
    .description('judge a saved run again, offline, against the current requirements, tests and baseline')
    .usage('[--strict] [--allow-partial] [--baseline <file>] [--out <folder>] <results>')
    .argument('<results>', 'results.json of the run')
    .action(async (file: string, _: unknown, command: Command) => {
      const { conformJudge } = await loaded(() => import('./judge.ts'));
      process.exitCode = await conformJudge(file, command.optsWithGlobals());
    });

  conform
    .command('stances')
    .description(
      'find out what a target does where the documents are silent, and compare it with the mock; exits 2 when nothing could be asked',
    )
    .usage('[options of conform that describe the target] [--only <name...>] [--write <file>] [--json] [url]')
    .argument(url, urlMeaning)
    .option('--write <file>', 'write what the target does to a JSON file for serve --stances')
    .option('--json', 'print JSON')
    .action(async (url: string | undefined, _: unknown, command: Command) => {
      const { conformStances } = await loaded(() => import('./stances.ts'));
      const options = command.optsWithGlobals();
      process.exitCode = await conformStances(url ?? strayUrl(options), options);
    });

  conform
    .command('sweep')
    .description('remove what killed runs left behind in the target, from the journal on this machine')
    .usage('[options of conform that describe the target] [url]')
    .argument(url, urlMeaning)
    .action(async (url: string | undefined, _: unknown, command: Command) => {
      const { conformSweep } = await loaded(() => import('./run.ts'));
      const options = command.optsWithGlobals();
      process.exitCode = await conformSweep(url ?? strayUrl(options), options);
    });
}

/** Loads the code of a command. Each schema is used only a few times, so compiling zod functions would not pay off. */
async function loaded<T>(load: () => Promise<T>): Promise<T> {
  const { config } = await import('zod');
  config({ jitless: true });
  return load();
}

/** Takes the base URL back out of an option with several values when the URL follows that option directly. */
function strayUrl(options: Record<string, unknown>): string | undefined {
  for (const [name, values] of Object.entries(options)) {
    // A document may be a URL itself.
    if (!Array.isArray(values) || name.startsWith('openapi')) continue;
    const last: unknown = values.at(-1);
    if (typeof last !== 'string' || !/^https?:\/\//.test(last)) continue;
    options[name] = values.slice(0, -1);
    return last;
  }
  return undefined;
}
