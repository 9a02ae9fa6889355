import { Command, Option } from 'commander';
import { version } from '../../mock/assembly/version.ts';
import { timeLimitTable } from '../../suites/harness/time-limits.ts';
import { addWebhookCertificate } from '../certificates-command.ts';
import { addFixtureSite } from '../fixture-site-command.ts';
import { portNumber, positiveNumber, wholeNumber } from '../option-values.ts';

/** The options that most people need, at most ten. */
function commonOptions(command: Command): Command {
  return command
    .optionsGroup('Common:')
    .option(
      '--target <file>',
      'file that describes the target, such as the output of serve --json (default: touchstone.target.ts or .json)',
    )
    .option('--token <token>', 'API token with every permission')
    .option('--zone-id <id>', 'zone to test in')
    .option('--account-id <id>', 'account to test in')
    .option('--only <service...>', 'services to test, or the first words of suite names')
    .option(
      '--openapi <file|url...>',
      'test with suites made from these OpenAPI documents, instead of those of Touchstone',
    )
    .option('--dry-run', 'count the tests of the run, and send nothing')
    .option('--strict', 'count failures of should and may too')
    .option('--baseline <file>', 'JSON file of expected failures; exits 0 when exactly those fail')
    .option('--out <folder>', 'folder for report.html, results.json, junit.xml and pictures');
}

/** Options that describe a target. */
function targetOptions(command: Command): Command {
  return command
    .optionsGroup('Target:')
    .option('--zone-name <name>', 'name of the zone')
    .option('--edge <url>', 'URL of zone traffic')
    .option('--read-token <token>', 'API token with read permissions only')
    .option('--gateway-token <token>', 'API token with gateway permissions only')
    .option('--email <address>', 'value of the X-Auth-Email header')
    .option('--api-key <key>', 'value of the X-Auth-Key header')
    .option('--origin <url>', 'URL of the fixture site, if it is the origin of the zone')
    .option(
      '--tls-certificate <file>',
      'PEM file of certificates to trust for HTTPS, such as that of serve --tls',
    )
    .option(
      '--webhook-certificate <file>',
      'PEM file with certificate and key of the webhook receiver (made by webhook-certificate)',
    )
    .option('--webhook-host <host>', 'host at which the target reaches that receiver (default: 127.0.0.1)')
    .option('--webhook-port <n>', 'port of that receiver (default: a free one)', portNumber)
    .option(
      '--pages-host <host>',
      "host or URL at which the target's browsers reach the test pages (default: 127.0.0.1 for a local target)",
    )
    .option('--pages-port <n>', 'port of the test pages (default: a free one)', portNumber)
    .option('--objects <url>', 'URL of the object-storage example')
    .option('--objects-open <url>', 'URL of that example without authorization')
    .option('--auth-key-secret <text>', 'value of X-Custom-Auth-Key for that example')
    .option('--allowed-key <key>', 'key of that example that anyone may read')
    .option('--interpreter <url>', 'URL of the code-interpreter example')
    .option('--worker <url>', 'URL of the Worker in fixtures/worker')
    .option('--worker-secret <text>', 'value of X-Worker-Secret for that Worker')
    .option('--feature <name...>', 'optional features that the target claims');
}

/** Options that make suites from documents. */
function documentOptions(command: Command): Command {
  return command
    .optionsGroup('OpenAPI documents:')
    .option('--v4 <area...>', 'the same for areas of the rest of the v4 API, such as load_balancers, or all')
    .option('--openapi-overlay <file|url...>', 'OpenAPI overlays that correct the documents')
    .option(
      '--openapi-param <name=value...>',
      'values of path variables that no operation of the documents makes, such as owner=octocat',
    );
}

/** Options that choose tests. */
function selectors(command: Command): Command {
  return command
    .optionsGroup('Choosing tests (a test must match all of these, and --only):')
    .option('--requirement <id...>', 'requirement ids, or their first letters, such as TV-KEY')
    .option('--level <level>', 'lowest level: must, should or may')
    .option('--needs <feature...>', 'tests that need one of these features')
    .option('--without <feature...>', 'tests that need none of these features, such as browser')
    .option('--title <text>', 'tests whose id contains this text')
    .option('--test <id...>', 'tests by id, as reports and conform list print them');
}

/** Options about what counts as a pass. */
function verdictOptions(command: Command): Command {
  return command
    .optionsGroup('Verdict:')
    .option('--allow-partial', 'exit with 0 even when a must could not be tested')
    .option('--write-baseline <file>', 'write the failures as the baseline of later runs');
}

/** Options about how tests run. */
function runOptions(command: Command): Command {
  return command
    .optionsGroup('Run:')
    .option(
      '--jobs <n>',
      "tests to run in parallel (default: 8 against Touchstone's own mock, otherwise 1)",
      wholeNumber,
    )
    .option('--shard <i/n>', 'run part i of n, to share a run between machines; see conform merge')
    .option('--budget <n>', 'maximum number of requests; skips the tests that need more', wholeNumber)
    .option('--rate <n>', 'maximum number of requests per second, over all jobs', positiveNumber)
    .option('--limit <name=ms...>', 'time limits, from the list below')
    .option('--timeout <ms>', 'the same as --limit request=MS', wholeNumber);
}

function outputOptions(command: Command): Command {
  return command
    .optionsGroup('Output:')
    .addOption(
      new Option(
        '--report-exchanges <which>',
        "tests that keep their requests and responses in results.json: 'failures' (default) or 'all'",
      )
        .choices(['failures', 'all'])
        .default('failures'),
    )
    .addHelpOption(new Option('-h, --help', 'print this help'));
}

const url = '[url]';
const urlMeaning = 'base URL of the API, such as https://your.host/client/v4';

const limits = timeLimitTable.map(
  ({ name, milliseconds, meaning }) => `  ${name.padEnd(12)}${`${milliseconds}`.padStart(7)}  ${meaning}`,
);

/** What follows the options. @param name the command as a user types it */
const afterHelp = (name: string) => `
Examples:
  ${name}                                             test a server of this project
  ${name} https://your.host/client/v4 --token TOKEN   test yours
  ${name} --only token-validation --level must        start small, with a target file
  ${name} --baseline known.json --out reports         fail only for new failures
  ${name} https://your.host --openapi api.json        test any API by its document

Time limits (--limit), in milliseconds:
${limits.join('\n')}

Exit codes: 0 conformant, 1 not conformant or partial, 2 no verdict (no answer, wrong options, an error in the harness),
130 interrupted by Ctrl-C or SIGTERM.
With a baseline: 0 when exactly the expected tests fail. Guide: docs/conformance.md`;

/** The commands of the package touchstone-conform: `conform` with its subcommands, and what its targets need. */
export function createConformProgram(): Command {
  const program = new Command('touchstone-conform').exitOverride();
  addConform(program);
  // Among the options of the last group: before them, its own group would come first.
  program.version(version);
  addFixtureSite(program);
  addWebhookCertificate(program);
  return program;
}

/** Makes a command `conform`, with its subcommands. */
export function addConform(conform: Command): void {
  conform
    .description(
      'test an implementation against the requirements; exits 0 when it conforms, 1 when not, 2 without a verdict',
    )
    .argument(url, urlMeaning);
  const groups = [
    commonOptions,
    targetOptions,
    documentOptions,
    selectors,
    verdictOptions,
    runOptions,
    outputOptions,
  ];
  for (const addGroup of groups) addGroup(conform);
  conform
    .addHelpText('after', ({ command }) =>
      afterHelp([command.parent?.name(), command.name()].filter(Boolean).join(' ')),
    )
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
