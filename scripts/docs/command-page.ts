import { Command, type Option } from 'commander';
import { targetVariables } from '../../suites/harness/load-target.ts';
import { timeLimitTable } from '../../suites/harness/time-limits.ts';
import { createConformProgram } from '../conform/command.ts';
import { addServe } from '../serve/command.ts';
import { serveVariables } from '../serve/options.ts';

/** The guides of options, by their names. */
const serveGuides: Readonly<Record<string, string>> = {
  seed: 'seeds.md',
  state: 'serve.md#keep-your-data',
  openapi: 'openapi.md',
  'openapi-overlay': 'openapi.md#correct-what-is-inferred',
  upstream: 'models.md',
  watch: 'serve.md#apply-changes-without-a-restart',
  log: 'serve.md#read-the-log',
  tenants: 'test-control.md#accept-any-account-id',
  worker: 'applications.md',
  'public-host': 'serve.md#let-other-machines-call-the-server',
  cors: 'cors.md',
  tls: 'cors.md#use-https',
  stances: 'calibration.md',
  basis: 'test-control.md#refuse-answers-that-are-guesses',
  replies: 'models.md',
  record: 'models.md',
  browser: 'rendering.md',
};
const conformGuides: Readonly<Record<string, string>> = {
  target: 'conformance.md#describe-your-server',
  openapi: 'conformance.md#test-against-an-openapi-document',
  'openapi-overlay': 'openapi.md#correct-what-is-inferred',
  baseline: 'conformance.md#accept-known-failures',
  shard: 'conformance.md#split-a-run-over-machines',
  budget: 'conformance.md#limit-what-a-run-costs',
};

/** The page, from the help of the commands. */
export function commandPage(): string {
  const program = new Command();
  addServe(program);
  const [serve = program] = program.commands;
  const conform = createConformProgram();
  return [
    '# Command line',
    'Use this page to look up an option of `touchstone serve` or `touchstone-conform`. `--help` prints the same.',
    '## touchstone serve',
    'How to use it: [Run the server](../serve.md). An option overrides its environment variable, and a variable overrides the [configuration file](../serve.md#write-a-configuration-file).',
    ...tables(serve, serveGuides, variablesByOption(serveVariables)),
    '## touchstone-conform',
    'How to use it: [Test your own implementation](../conformance.md). An option overrides its environment variable, and a variable overrides the [target file](../target.md). In a clone, the command is `bun run conform`.',
    [
      '| Command | What it does |',
      '| --- | --- |',
      ...conform.commands.map((one) => `| \`${one.name()}\` | ${cell(one.description())} |`),
    ].join('\n'),
    ...tables(
      conform,
      conformGuides,
      variablesByOption({ ...targetVariables, feature: 'TOUCHSTONE_FEATURES' }),
    ),
    '### Time limits',
    'In milliseconds, for `--limit`:',
    [
      '| Limit | Default | The time |',
      '| --- | --- | --- |',
      ...timeLimitTable.map(
        ({ name, milliseconds, meaning }) => `| \`${name}\` | ${milliseconds} | ${cell(meaning)} |`,
      ),
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

/** A table for each group of options. */
function tables(
  command: Command,
  guides: Readonly<Record<string, string>>,
  variables: ReadonlyMap<string, string>,
): string[] {
  const options = command.createHelp().visibleOptions(command);
  const groups = Map.groupBy(options, ({ helpGroupHeading }) => helpGroupHeading?.replace(/:$/, '') ?? '');
  return [...groups].flatMap(([group, some]) => [
    `### ${group}`,
    [
      '| Option | Meaning |',
      '| --- | --- |',
      ...some.map((option) => row(option, variables.get(nameOf(option)), guides[nameOf(option)])),
    ].join('\n'),
  ]);
}

function row({ flags, description }: Option, variable?: string, guide?: string): string {
  const more = [
    ...(variable === undefined ? [] : [`variable \`${variable}\``]),
    ...(guide === undefined ? [] : [`[guide](../${guide})`]),
  ];
  return `| \`${withBars(flags)}\` | ${[cell(description.replace(/ \(better: \w+\)/, '')), ...more].join('; ')} |`;
}

const nameOf = ({ long }: Option) => long?.replace('--', '') ?? '';

/** Variables by the names of their options, such as `zone-origin`. */
function variablesByOption(variables: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(variables).map(([member, name]) => [optionOf(member), name]));
}

/** The option of a member, such as `zone-id` for `zone_id`. */
function optionOf(member: string): string {
  const named: Readonly<Record<string, string>> = { seeds: 'seed', api_token: 'token' };
  return named[member] ?? member.replaceAll('_', '-').replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
}

/** The text of a cell: a bar would end it. */
const withBars = (text: string) => text.replaceAll('|', '\\|');

/** A text of the help as Markdown: `'word'` is code. */
const cell = (text: string) => withBars(text).replaceAll(/'([^']+)'/g, '`$1`');
