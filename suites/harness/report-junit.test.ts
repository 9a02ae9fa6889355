import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';
import { describe, expect, test } from 'vitest';
import { parseBaseline } from './baseline.ts';
import { catalogue } from './catalogue.ts';
import { ConformanceFailure } from './errors.ts';
import { junitReport } from './report-junit.ts';
import { terminalReporter } from './report-terminal.ts';
import type { BaselineEntry } from './results.ts';
import { type RunOptions, runSuites } from './runner.ts';
import type { Test } from './suite.ts';
import { madeFinding, madeResult, madeTest } from './testing/made-results.ts';
import { tinyPlatform } from './testing/tiny-platform.ts';

/** What Jenkins' schema (junit-10.xsd) allows in each element; most consumers accept no more. */
const allowed: Readonly<
  Record<string, { attributes: readonly string[]; required: readonly string[]; children: readonly string[] }>
> = {
  testsuites: {
    attributes: ['name', 'time', 'tests', 'failures', 'errors'],
    required: [],
    children: ['testsuite'],
  },
  testsuite: {
    attributes: ['name', 'tests', 'failures', 'errors', 'time', 'skipped', 'timestamp'],
    required: ['name', 'tests', 'failures', 'errors'],
    children: ['testcase'],
  },
  testcase: {
    attributes: ['name', 'time', 'classname'],
    required: ['name'],
    children: ['skipped', 'error', 'failure', 'system-out'],
  },
  failure: { attributes: ['type', 'message'], required: [], children: [] },
  error: { attributes: ['type', 'message'], required: [], children: [] },
  skipped: { attributes: ['type', 'message'], required: [], children: [] },
  'system-out': { attributes: [], required: [], children: [] },
};

const elements = (element: XmlElement) => element.children.filter((child) => child instanceof XmlElement);

/** The violations of the schema, one per line. */
function getFaults(element: XmlElement): string[] {
  const rule = allowed[element.name];
  if (!rule) return [`there is no ${element.name}`];
  const names = Object.keys(element.attributes);
  const mixed = ['failure', 'system-out'].includes(element.name);
  const text = element.children.some((child) => child instanceof XmlText && child.text.trim() !== '');
  return [
    ...names.filter((name) => !rule.attributes.includes(name)).map((name) => `${element.name} has ${name}`),
    ...rule.required.filter((name) => !names.includes(name)).map((name) => `${element.name} lacks ${name}`),
    ...(text && !mixed ? [`${element.name} has text`] : []),
    ...(/^\d+\.\d{3}$/.test(element.attributes['time'] ?? '0.000')
      ? []
      : [`${element.name} has an invalid time`]),
    ...elements(element).flatMap((child) =>
      rule.children.includes(child.name) ? getFaults(child) : [`${element.name} holds ${child.name}`],
    ),
  ];
}

const getRoot = (xml: string): XmlElement => {
  const { root } = parseXml(xml);
  if (!root) throw new Error('the report is empty');
  return root;
};

const findings = [madeFinding('TV-CFG-4', { message: 'a < b\n]]> "c" \u0000\ud800' })];
const everything = madeResult(
  [
    madeTest('passes', { status: 'passed' }),
    madeTest('fails', { findings }),
    madeTest('warns', { findings: [madeFinding('V4-SHAPE-1', { level: 'should' })], failed_level: 'should' }),
    madeTest('is skipped', { status: 'skipped', reason: 'the target lacks it' }),
    madeTest('is disabled', { status: 'disabled', reason: 'not now' }),
    madeTest('breaks', {
      status: 'error',
      reason: 'RangeError: <x>',
      suite: 'harness/other',
      requirements: [],
    }),
  ],
  {
    baseline: {
      file: 'b.json',
      verdict: 'not conformant',
      expected: [],
      unexpected_failures: [],
      unexpected_passes: [
        { entry: { test: 'harness/made: passes', reason: 'it is slow' }, message: 'it has passed' },
      ],
      stale: [],
    },
  },
);

describe('junit.xml', () => {
  test('contains only what the schema allows', () => {
    expect(getFaults(getRoot(junitReport(everything)))).toEqual([]);
  });

  test('reports the outcome of each test', () => {
    const suites = elements(getRoot(junitReport(everything)));
    const outcomes = suites.flatMap((suite) =>
      elements(suite).map((one) => [
        one.attributes['name'],
        elements(one)[0]?.name,
        elements(one)[0]?.attributes['message'],
      ]),
    );
    expect(outcomes).toEqual([
      ['passes (TV-CFG-4)', undefined, undefined],
      ['fails (TV-CFG-4)', 'failure', 'TV-CFG-4 [must] a < b'],
      ['warns (TV-CFG-4)', 'system-out', undefined],
      ['is skipped (TV-CFG-4)', 'skipped', 'the target lacks it'],
      ['is disabled (TV-CFG-4)', 'skipped', 'not now'],
      ['breaks', 'error', 'RangeError: <x>'],
      ['harness/made: passes behaves as the baseline expects', 'failure', 'it has passed'],
    ]);
    expect(suites.map(({ attributes }) => attributes)).toEqual([
      expect.objectContaining({ name: 'harness/made', tests: '5', failures: '1', errors: '0', skipped: '2' }),
      expect.objectContaining({
        name: 'harness/other',
        tests: '1',
        failures: '0',
        errors: '1',
        skipped: '0',
      }),
      expect.objectContaining({ name: 'baseline', tests: '1', failures: '1' }),
    ]);
  });

  test('shows the characters of a message that XML does not allow', () => {
    const [suite] = elements(getRoot(junitReport(everything)));
    const failure = suite && elements(suite)[1];
    expect(failure?.text).toBe('TV-CFG-4 [must] a < b\n]]> "c" \\u0000\\ud800');
  });

  test('skips failures that a baseline expects', () => {
    const baseline = { ...everything.baseline, expected: ['harness/made: fails'], unexpected_passes: [] };
    const { baseline: made } = everything;
    const [suite] = elements(
      getRoot(junitReport({ ...everything, baseline: made && { ...made, ...baseline } })),
    );
    expect(suite?.attributes).toMatchObject({ failures: '0', skipped: '3' });
  });
});

const fails: Test = {
  id: 'fails "so"',
  title: 'fails',
  requirements: ['TV-CFG-1'],
  run: () => {
    throw new ConformanceFailure('it is not so');
  },
};
const passes: Test = { id: 'passes', title: 'passes', requirements: ['TV-CFG-4'], run: () => {} };

async function report(tests: readonly Test[], options: RunOptions, live = false): Promise<string> {
  const platform = tinyPlatform();
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  const reporter = terminalReporter({ write, catalogue, strict: false, live, color: false, columns: 60 });
  await runSuites(platform.target, [{ name: 'harness/outcomes', tests }], {
    fetch: platform.fetch,
    journal: null,
    reporters: [reporter],
    ...options,
  });
  return written.join('');
}

const withBaseline = (entries: readonly BaselineEntry[]) =>
  report([fails, passes], { baseline: { file: 'known.json', entries } });

describe('the report of a run with a baseline', () => {
  test('shows an entry for an unexpected failure, ready to paste', async () => {
    const text = await withBaseline([]);
    expect(text).toContain('Failures that no entry expects; fix them, or add to known.json:');
    const [line = ''] = text.split('\n').filter((one) => one.startsWith('  { "test"'));
    const pasted = parseBaseline(`{ "expected_failures": [\n${line}\n] }`, 'known.json');
    expect(pasted.entries).toEqual([{ test: 'fails "so"', reason: 'it is not so' }]);
    expect(await withBaseline(pasted.entries)).toContain('1 failed as expected, 0 unexpected failures');
  });

  test('shows entries to remove, and why', async () => {
    const text = await withBaseline([
      { test: 'passes', reason: 'x' },
      { test: 'gone', reason: 'y' },
    ]);
    expect(text).toContain('  { "test": "passes", "reason": "x" }  (the test passes)');
    expect(text).toContain('  { "test": "gone", "reason": "y" }  (no test has this id)');
  });
});

describe('the progress of a run', () => {
  const many = Array.from({ length: 200 }, (_, at): Test => ({ ...passes, id: `passes ${at}` }));

  test('is one line that is redrawn and fits the terminal', async () => {
    const frames = (await report(many, {}, true)).split('\r\u001b[2K').slice(1, -1);
    expect(frames).toHaveLength(200);
    expect(Math.max(...frames.map((frame) => frame.length))).toBeLessThan(60);
    expect(frames[99]).toMatch(/^={10} {10}\| 100\/200, 0:\d\d left {2}harness\/out/);
  });

  test('is silent for a run that ends at once', async () => {
    expect(await report(many, {})).not.toContain('/200 tests');
  });
});
