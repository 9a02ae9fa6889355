import { expect, test } from 'vitest';
import { parseBaseline, writeBaseline } from './baseline.ts';
import { ConformanceFailure } from './errors.ts';
import type { BaselineEntry } from './results.ts';
import { runTiny, tinyTest } from './testing/run-tiny.ts';
import { exitCode } from './verdict.ts';

const reason = 'known to be wrong';

test('a baseline file may have comments and trailing commas', () => {
  const text = `{
    // what we know
    "expected_failures": [
      { "test": "a/b: c", "reason": "known" }, /* more */
      { "requirement": "TV-KEY-4", "target": "http://x/client/v4", "reason": "known", },
    ],
  }`;
  expect(parseBaseline(text, 'b.jsonc').entries).toEqual([
    { test: 'a/b: c', reason: 'known' },
    { requirement: 'TV-KEY-4', target: 'http://x/client/v4', reason: 'known' },
  ]);
});

test.each([
  ['', 'b.json:1: invalid JSON'],
  ['{\n  "expected_failures": [\n    { "test" "x" }]}', 'b.json:3: invalid JSON (ColonExpected)'],
  ['[]', 'b.json:1: Invalid input: expected object'],
  ['{}', 'b.json:1: expected_failures: '],
  ['{ "expected_failures": [\n\n{ "test": "x", "reason": " " }] }', 'b.json:3: expected_failures.0.reason: '],
  ['{ "expected_failures": [{ "reason": "x" }] }', 'b.json:1: expected_failures.0: names neither a test nor'],
  ['{ "expected_failures": [\n{ "tets": "x", "reason": "x" }] }', 'Unrecognized key: "tets"'],
])('a baseline file refuses %j with file and line', (text, message) => {
  expect(() => parseBaseline(text, 'b.json')).toThrow(message);
});

const failing = tinyTest(
  async (t) => {
    for (const id of ['TV-CFG-1', 'TV-CFG-4'] as const) {
      await t.check(id, () => {
        throw new ConformanceFailure(`no ${id}`);
      });
    }
  },
  { id: 'fails', requirements: ['TV-CFG-1', 'TV-CFG-4'] },
);
const passing = tinyTest(() => {}, { id: 'passes', requirements: ['TV-CFG-14'] });
const skipped = tinyTest(() => {}, {
  id: 'is skipped',
  requirements: ['TV-CFG-18'],
  features: ['nothing'],
});

async function judge(entries: readonly BaselineEntry[], tests = [failing, passing]) {
  const result = await runTiny(tests, { baseline: { file: null, entries } });
  if (!result.baseline) throw new Error('no baseline was judged');
  return { ...result.baseline, code: exitCode(result), overall: result.verdict };
}

const known: BaselineEntry = { test: 'fails', reason };

test.each<[string, BaselineEntry[]]>([
  ['its test', [known]],
  ['its requirements', ['TV-CFG-1', 'TV-CFG-4'].map((requirement) => ({ requirement, reason }))],
  ['its requirements in it', ['TV-CFG-1', 'TV-CFG-4'].map((requirement) => ({ ...known, requirement }))],
  ['it, for this target', [{ ...known, target: 'http://tiny.invalid/client/v4/' }]],
])('a run exits 0 for a failure when entries name %s, but stays not conformant', async (_, entries) => {
  const { code, overall, verdict, expected } = await judge(entries);
  expect([code, overall, verdict, expected]).toEqual([0, 'not conformant', 'conformant', ['fails']]);
});

test.each<[string, BaselineEntry[], BaselineEntry]>([
  ['no entry', [], { test: 'fails', reason: 'no TV-CFG-1' }],
  [
    'an entry for another requirement',
    [{ requirement: 'TV-CFG-1', reason }],
    { test: 'fails', requirement: 'TV-CFG-4', reason: 'no TV-CFG-4' },
  ],
  [
    'an entry for another target',
    [{ ...known, target: 'http://other.invalid/client/v4' }],
    { test: 'fails', reason: 'no TV-CFG-1' },
  ],
])('a run exits 1 for a failure with %s, and writes one that names it', async (_, entries, wanted) => {
  const judged = await judge(entries);
  expect([judged.code, judged.stale, judged.unexpected_passes]).toEqual([1, [], []]);
  expect(judged.unexpected_failures.map(({ entry }) => entry)).toEqual([wanted]);
  const written = parseBaseline(writeBaseline(judged), 'new.json').entries;
  expect((await judge([...entries, ...written])).code).toBe(0);
});

test.each<[string, BaselineEntry, 'unexpected_passes' | 'stale', string]>([
  ['a test that passes', { test: 'passes', reason }, 'unexpected_passes', 'the test passes'],
  [
    'a requirement that did not fail',
    { requirement: 'TV-CFG-14', reason },
    'unexpected_passes',
    'nothing fails TV-CFG-14',
  ],
  [
    'another requirement of a test',
    { ...known, requirement: 'TV-CFG-14' },
    'unexpected_passes',
    'nothing fails TV-CFG-14',
  ],
  ['a test that does not exist', { test: 'gone', reason }, 'stale', 'no test has this id'],
  [
    'a requirement that does not exist',
    { requirement: 'TV-CFG-999', reason },
    'stale',
    'no requirement has this id',
  ],
  ['what another names', { ...known, reason: 'twice' }, 'stale', 'it is listed twice'],
])('a run exits 1 for an entry that names %s', async (_, entry, kind, message) => {
  const judged = await judge([known, entry]);
  expect([judged.code, judged[kind]]).toEqual([1, [{ entry, message }]]);
});

test('a run ignores an entry whose test did not run, and stays partial where a MUST could not be tested', async () => {
  const { stale, unexpected_passes } = await judge([{ test: 'is skipped', reason }], [skipped, passing]);
  expect([stale, unexpected_passes]).toEqual([[], []]);
  const { code, verdict } = await judge([known], [failing, skipped]);
  expect([code, verdict]).toEqual([1, 'partial']);
});
