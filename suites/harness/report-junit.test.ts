import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';
import { describe, expect, test } from 'vitest';
import { junitReport } from './report-junit.ts';
import { madeFinding, madeResult, madeTest } from './testing/made-results.ts';

/** What Jenkins' schema (junit-10.xsd) lets each element hold; most consumers take no more than that. */
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

/** What the schema forbids, a line each. */
function faultsOf(element: XmlElement): string[] {
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
      : [`${element.name} has an odd time`]),
    ...elements(element).flatMap((child) =>
      rule.children.includes(child.name) ? faultsOf(child) : [`${element.name} holds ${child.name}`],
    ),
  ];
}

const rootOf = (xml: string): XmlElement => {
  const { root } = parseXml(xml);
  if (!root) throw new Error('the report is empty');
  return root;
};

const findings = [madeFinding('TV-CFG-4', { message: 'a < b\n]]> "c" \u0000\ud800' })];
const everything = madeResult(
  [
    madeTest('passes', { status: 'passed' }),
    madeTest('fails', { findings }),
    madeTest('warns', { findings: [madeFinding(null, { level: 'should' })], failed_level: 'should' }),
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
  test('holds nothing that the schema does not know', () => {
    expect(faultsOf(rootOf(junitReport(everything)))).toEqual([]);
  });

  test('says of each test what came of it', () => {
    const suites = elements(rootOf(junitReport(everything)));
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
      ['harness/made: passes is as the baseline says', 'failure', 'it has passed'],
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

  test('keeps what XML can carry of a message', () => {
    const [suite] = elements(rootOf(junitReport(everything)));
    const failure = suite && elements(suite)[1];
    expect(failure?.text).toBe('TV-CFG-4 [must] a < b\n]]> "c" \ufffd\ufffd');
  });

  test('skips what a baseline expects to fail', () => {
    const baseline = { ...everything.baseline, expected: ['harness/made: fails'], unexpected_passes: [] };
    const { baseline: made } = everything;
    const [suite] = elements(
      rootOf(junitReport({ ...everything, baseline: made && { ...made, ...baseline } })),
    );
    expect(suite?.attributes).toMatchObject({ failures: '0', skipped: '3' });
  });
});
