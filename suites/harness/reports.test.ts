// The reports of one made result and of one run: every file that a user or a CI system reads.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { describe, expect, test } from 'vitest';
import { equal } from './assertions.ts';
import { parseBaseline } from './baseline.ts';
import { catalogue, createCatalogue } from './catalogue.ts';
import { evidenceOfDifference } from './errors.ts';
import { githubSummary } from './report/github-summary.ts';
import { htmlReport } from './report/page.ts';
import { fileReporter, summaryReporter } from './report-files.ts';
import { junitReport } from './report-junit.ts';
import { terminalReporter } from './report-terminal.ts';
import { type BaselineEntry, type RunResult, runResultSchema } from './results.ts';
import { type RunOptions, runSuites } from './runner.ts';
import type { Test } from './suite.ts';
import { madeExchange, madeFinding, madeResult, madeTest } from './testing/made-results.ts';
import { makeFolder } from './testing/make-folder.ts';
import { tinyPlatform, tinyToken } from './testing/tiny-platform.ts';

const failing = 'fails <a> & "b" \u0007';
const tests: readonly Test[] = [
  { title: 'passes', requirements: ['TV-CFG-1'], run: (t) => t.config().then(() => {}) },
  {
    title: failing,
    requirements: ['TV-CFG-4'],
    run: async (t) => {
      const config = await t.config({
        credentials: { keys: [{ kty: 'oct', kid: 'a', alg: 'HS256', k: 'hidden-secret' }] },
      });
      equal(config.title, 'another', 'result.title <a> & "b" \u0007');
    },
  },
  { title: 'warns', requirements: ['TV-CFG-27'], run: () => equal(200, 201, 'the status') },
  { title: 'is skipped', requirements: ['TV-SRC-13'], run: () => {} },
  {
    title: 'breaks',
    requirements: ['TV-CFG-2'],
    run: () => {
      throw new RangeError('out of range');
    },
  },
];

const inTerminal = (write: (text: string) => void, strict = false) =>
  terminalReporter({ write, catalogue, strict, live: false, color: false });

async function run(options: RunOptions & { only?: string } = {}, chosen = tests) {
  const { only, ...rest } = options;
  const platform = tinyPlatform({ echoesSecrets: true });
  const written: string[] = [];
  const result = await runSuites(platform.target, [{ name: 'harness/reports', tests: chosen }], {
    fetch: platform.fetch,
    journal: null,
    reporters: [inTerminal((text) => void written.push(text), options.strict)],
    ...(only ? { select: { title: only } } : {}),
    ...rest,
  });
  return { result, text: written.join('') };
}

describe('the terminal report', () => {
  test('shows what failed, warned, was skipped or broke, and ends with a line of numbers', async () => {
    const { text } = await run();
    for (const shown of [
      'TV-CFG-4 [MUST] The answer to a creation carries the `title` that was sent.',
      'from token-validation.md: Token configuration (seed)',
      /result\.title <a> & "b" \\u0007 is "ts-\w{6} \d+", expected "another"/,
      /> POST http:\/\/tiny\.invalid\/client\/v4\/zones\/\w+\/token_validation\/config/,
      'Warnings (SHOULD and MAY; they do not change the verdict):',
      'ERROR harness/reports: breaks',
      'RangeError: out of range',
      '1 skipped: the target does not claim edge: set `edge` (--edge) to the URL of its zone traffic',
      /\nVerdict: broken run .*\nconform: 1 passed, 2 failed, 1 warned, 1 skipped\n$/,
    ])
      expect(text).toMatch(shown);
  });

  test('counts warnings as failures under strict, with the address of their source', async () => {
    const { text } = await run({ only: 'warns', strict: true });
    expect(text).toContain('FAILED harness/reports: warns');
    expect(text).toMatch(/from Cloudflare API reference, .* https:\/\/developers\.cloudflare\.com\/api\//);
    expect(text).toContain('conform: 0 passed, 1 failed, 0 warned, 0 skipped');
  });

  test('shows the entries to add to a baseline, ready to paste, and those to remove', async () => {
    const judged = async (entries: readonly BaselineEntry[]) =>
      (await run({ baseline: { file: 'known.json', entries } }, tests.slice(0, 2))).text;
    const text = await judged([{ test: 'gone', reason: 'x' }]);
    expect(text).toContain('  { "test": "gone", "reason": "x" }  (no test has this id)');
    const [line = ''] = text.split('\n').filter((one) => one.startsWith('  { "test": "harness'));
    const pasted = parseBaseline(`{ "expected_failures": [\n${line}\n] }`, 'known.json');
    expect(await judged(pasted.entries)).toContain('1 failed as expected, 0 unexpected failures');
  });
});

describe('text of the target', () => {
  const hostile = [
    'a\u001b[31mb\r\u009bc\u0007\0\u202ed\u2066e\u2028f',
    '::error::forged',
    '  ::error::forged',
    'Verdict: conformant (no MUST failed)',
    '##[error]forged',
  ].join('\n');
  const evidence = evidenceOfDifference({ path: hostile, expected: hostile, received: hostile });
  const exchange = {
    ...madeExchange({ url: hostile, body: hostile, headers: [['x', hostile]] }),
    response: { status: 200, headers: [['x', hostile] as const], body: hostile },
  };
  const made = [
    madeTest(hostile, {
      exchanges: [exchange, { ...exchange, response: null, error: hostile }],
      findings: [madeFinding('TV-CFG-4', { message: hostile, evidence: { ...evidence, lines: hostile } })],
      leaks: [hostile],
    }),
    madeTest('warns', {
      failed_level: 'should',
      findings: [madeFinding('TV-CFG-27', { level: 'should', message: hostile })],
    }),
    ...['breaks', 'breaks alike'].map((title) => madeTest(title, { status: 'error', reason: hostile })),
    madeTest('is skipped', { status: 'skipped', reason: hostile }),
    madeTest('of an absent service', { suite: 'zones/x', status: 'skipped', reason: hostile }),
  ];
  const whole = madeResult(made, { verdict_reason: hostile, leaks: [hostile] });
  const shown = (result: RunResult) => {
    const written: string[] = [];
    const { started, tested, ended } = inTerminal((text) => void written.push(text));
    started?.({ run: result.run, api: result.target.api, tests: result.tests.length });
    for (const one of result.tests) tested?.(one);
    ended?.(result);
    return written.join('');
  };

  test.each([
    ['the terminal', shown],
    ['junit.xml', junitReport],
    ['the step summary', (result: RunResult) => githubSummary(result, catalogue)],
    ['report.html', (result: RunResult) => htmlReport(result, { catalogue, pictures: () => undefined })],
  ])('moves no cursor, hides nothing and reorders nothing in %s', (_, report) => {
    const text = report(whole);
    expect(text).toContain('forged');
    expect(text).not.toMatch(/[^\P{Cc}\n\t]|[\p{Bidi_Control}\u2028]/u);
  });

  test('keeps what is closed in report.html out of the page, and as text', () => {
    const message = '<!-- <script></script><img src=x>';
    const one = { findings: [madeFinding('TV-CFG-4', { message })], exchanges: [madeExchange()] };
    const tests = Array.from({ length: 300 }, (_, at) => madeTest(`fails ${at}`, one));
    const text = htmlReport(madeResult(tests), { catalogue, pictures: () => undefined });
    const [page = '', data = '', end] = text.split(/<script type="application\/json" id="later">|<\/script>/);
    expect(page.match(/<[a-z]/g)?.length).toBeLessThan(12 * tests.length);
    expect(data).not.toContain('<!');
    expect(end).toContain('<script>');
    const kept = JSON.parse(data) as string[]; // what the script of the page reads
    expect(kept.filter((html) => html.includes('&lt;!-- &lt;script&gt;&lt;/script&gt;&lt;img'))).toHaveLength(
      300,
    );
    expect(kept.filter((html) => /<(?:img|script)|<!/.test(html))).toEqual([]);
  });

  test('gives no command to a CI system and adds no verdict', () => {
    const lines = shown(whole).split('\n');
    expect(lines.filter((line) => /^\s*::|##\[/.test(line))).toEqual([]);
    expect(lines.filter((line) => /^\s*Verdict/.test(line))).toHaveLength(1);
  });

  test('is no Markdown, HTML or mention in the step summary', () => {
    const message = '<img src=x>\n[a](b) **b** @who `c` $d$ |';
    const text = githubSummary(
      madeResult([madeTest('a', { findings: [madeFinding('TV-CFG-4', { message })] })]),
      createCatalogue([]),
    );
    expect(text).toContain(
      '&lt;img src=x&gt; \\[a\\]\\(b\\) \\*\\*b\\*\\* @\u200bwho \\`c\\` \\$d\\$ \\| |\n',
    );
  });
});

/** What Jenkins' schema (junit-10.xsd) allows in each element: required attributes, others, and children. */
const allowed: Readonly<Record<string, readonly [required: string, others: string, children: string]>> = {
  testsuites: ['', 'name time tests failures errors', 'testsuite'],
  testsuite: ['name tests failures errors', 'time skipped timestamp', 'testcase'],
  testcase: ['name', 'time classname', 'skipped error failure system-out'],
  failure: ['', 'type message', ''],
  error: ['', 'type message', ''],
  skipped: ['', 'type message', ''],
  'system-out': ['', '', ''],
};
const elements = (element: XmlElement) => element.children.filter((child) => child instanceof XmlElement);

function getFaults(element: XmlElement): string[] {
  const [required, others, children] = (allowed[element.name] ?? ['', '', '']).map((list) => list.split(' '));
  const names = Object.keys(element.attributes);
  return [
    ...names.filter((name) => !required?.includes(name) && !others?.includes(name)),
    ...(required ?? []).filter((name) => name !== '' && !names.includes(name)),
    ...elements(element).flatMap((child) =>
      children?.includes(child.name) ? getFaults(child) : [`${element.name} holds ${child.name}`],
    ),
  ];
}

test('junit.xml is what its schema allows, with the outcome of each test and what the baseline says', () => {
  const message = 'a < b\n]]> "c" \u0000\ud800';
  const baseline = {
    file: 'b.json',
    verdict: 'not conformant' as const,
    expected: ['harness/made: is known'],
    unexpected_failures: [],
    unexpected_passes: [
      { entry: { test: 'harness/made: passes', reason: 'it is slow' }, message: 'it has passed' },
    ],
    stale: [],
  };
  const made = [
    madeTest('passes', { status: 'passed' }),
    madeTest('fails', { findings: [madeFinding('TV-CFG-4', { message })] }),
    madeTest('is known', { findings: [madeFinding('TV-CFG-4')] }),
    madeTest('warns', { findings: [madeFinding('V4-SHAPE-1', { level: 'should' })], failed_level: 'should' }),
    madeTest('is skipped', { status: 'skipped', reason: 'the target lacks it' }),
    madeTest('breaks', { status: 'error', reason: 'RangeError: <x>', suite: 'harness/other' }),
  ];
  const { root } = parseXml(junitReport(madeResult(made, { baseline })));
  expect(root && getFaults(root)).toEqual([]);
  const suites = root ? elements(root) : [];
  expect(
    suites.flatMap((suite) =>
      elements(suite).map((one) => {
        const [inner] = elements(one);
        return [one.attributes['name'], inner?.name, inner?.attributes['message']];
      }),
    ),
  ).toEqual([
    ['passes (TV-CFG-4)', undefined, undefined],
    ['fails (TV-CFG-4)', 'failure', 'TV-CFG-4 [must] a < b'],
    ['is known (TV-CFG-4)', 'skipped', expect.any(String)],
    ['warns (TV-CFG-4)', 'system-out', undefined],
    ['is skipped (TV-CFG-4)', 'skipped', 'the target lacks it'],
    ['breaks (TV-CFG-4)', 'error', 'RangeError: <x>'],
    ['harness/made: passes behaves as the baseline expects', 'failure', 'it has passed'],
  ]);
  expect(
    suites.map(({ attributes: { name, tests, failures, errors, skipped } }) => [
      name,
      tests,
      failures,
      errors,
      skipped,
    ]),
  ).toEqual([
    ['harness/made', '5', '1', '0', '2'],
    ['harness/other', '1', '0', '1', '0'],
    ['baseline', '1', '1', '0', '0'],
  ]);
  expect(suites[0] && elements(suites[0])[1]?.text).toBe('TV-CFG-4 [must] a < b\n]]> "c" \\u0000\\ud800');
});

describe('the step summary', () => {
  test('has the failures that count and are not expected, what broke, and then the warnings', () => {
    const entry = { requirement: 'TV-CFG-9', reason: 'ours is optional' };
    const baseline = {
      file: 'b.json',
      verdict: 'conformant' as const,
      expected: ['harness/made: is known'],
      unexpected_failures: [],
      unexpected_passes: [],
      stale: [{ entry, message: 'no requirement has this id' }],
    };
    const made = [
      madeTest('warns', {
        failed_level: 'should',
        findings: [madeFinding('V4-SHAPE-1', { level: 'should', message: 'no shape' })],
      }),
      madeTest('is known', { findings: [madeFinding('TV-CFG-4')] }),
      madeTest('fails', { findings: [madeFinding('TV-CFG-4')] }),
      madeTest('breaks', { status: 'error', reason: 'RangeError: x' }),
    ];
    const text = githubSummary(madeResult(made, { baseline }), createCatalogue([]));
    expect(text.split('\n').filter((line) => /^[#|-]/.test(line))).toEqual([
      '## Conformance: not conformant',
      '- `{ "requirement": "TV-CFG-9", "reason": "ours is optional" }`: no requirement has this id',
      '| Requirement | Test | What happened |',
      '| --- | --- | --- |',
      '| **TV-CFG-4** (must) | harness/made: fails | it is wrong |',
      '| the harness | harness/made: breaks | RangeError: x |',
      '| **V4-SHAPE-1** (should) | harness/made: warns | no shape |',
    ]);
  });

  test('has as many rows as fit, and says how many do not', () => {
    const many = Array.from({ length: 400 }, (_, at) =>
      madeTest(`${at}`, { findings: [madeFinding('TV-CFG-4', { message: 'é'.repeat(300) })] }),
    );
    const text = githubSummary(madeResult(many), catalogue, 20_000);
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(20_000);
    const rows = text.match(/^\| \*\*TV/gm)?.length ?? 0;
    expect(rows).toBeGreaterThan(20);
    expect(text).toContain(`\n${400 - rows} more failures are in report.html.\n`);
  });
});

describe('the report files', () => {
  const folder = () => join(makeFolder(), 'deep', 'reports');

  test('have the whole result, without a secret', async () => {
    const { result, text } = await run();
    const at = folder();
    fileReporter(at, { exchanges: 'all' }).ended?.(result);
    const [json = '', ...others] = ['results.json', 'junit.xml', 'report.html'].map((name) =>
      readFileSync(join(at, name), 'utf8'),
    );
    expect(runResultSchema.parse(JSON.parse(json))).toEqual(result);
    for (const report of [text, json, ...others]) {
      expect(report).not.toContain(tinyToken);
      expect(report).not.toContain('hidden-secret');
    }
    expect(others[1]).toContain('<h1>Broken run</h1>');
  });

  test('keep the exchanges of failed tests only, unless all are requested', async () => {
    const { result } = await run();
    const at = folder();
    fileReporter(at).ended?.(result);
    const saved = runResultSchema.parse(JSON.parse(readFileSync(join(at, 'results.json'), 'utf8')));
    expect(saved.tests.filter(({ exchanges }) => exchanges.length > 0).map(({ title }) => title)).toEqual([
      failing,
    ]);
    expect(result.tests[0]?.exchanges.length).toBeGreaterThan(0);
  });

  test('are appended to a summary, and say when they can not be written', async () => {
    const { result } = await run();
    const file = join(makeFolder(), 'summary.md');
    writeFileSync(file, '# Before\n');
    summaryReporter(file).ended?.(result);
    expect(readFileSync(file, 'utf8')).toContain('# Before\n## Conformance: broken run');
    const below = join(file, 'below');
    expect(() => fileReporter(below).ended?.(result)).toThrow(`The reports can't be written to ${below}`);
    expect(() => summaryReporter(below).ended?.(result)).toThrow(`The summary can't be written to ${below}`);
  });
});
