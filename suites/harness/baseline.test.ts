import { describe, expect, test } from 'vitest';
import { parseBaseline, writeBaseline } from './baseline.ts';
import type { TestContext } from './context.ts';
import { ConformanceFailure } from './errors.ts';
import type { BaselineEntry } from './results.ts';
import { runSuites } from './runner.ts';
import type { Test } from './suite.ts';
import { tinyPlatform } from './testing/tiny-platform.ts';
import { exitCode } from './verdict.ts';

const reason = 'known to be wrong';

describe('a baseline file', () => {
  test('may have comments and trailing commas', () => {
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
    [
      '{ "expected_failures": [\n\n{ "test": "x", "reason": " " }] }',
      'b.json:3: expected_failures.0.reason: must say why the failure is expected',
    ],
    ['{ "expected_failures": [\n{ "test": "x" }] }', 'b.json:2: expected_failures.0.reason: '],
    [
      '{ "expected_failures": [{ "reason": "x" }] }',
      'b.json:1: expected_failures.0: names neither a test nor a requirement',
    ],
    ['{ "expected_failures": [\n{ "tets": "x", "reason": "x" }] }', 'Unrecognized key: "tets"'],
  ])('refuses %j with file and line', (text, message) => {
    expect(() => parseBaseline(text, 'b.json')).toThrow(message);
  });
});

const failing: Test = {
  id: 'fails',
  title: 'fails',
  requirements: ['TV-CFG-1', 'TV-CFG-4'],
  run: async (t: TestContext) => {
    for (const id of ['TV-CFG-1', 'TV-CFG-4'] as const) {
      await t.check(id, () => {
        throw new ConformanceFailure(`no ${id}`);
      });
    }
  },
};
const passing: Test = { id: 'passes', title: 'passes', requirements: ['TV-CFG-14'], run: () => {} };
const skipped: Test = {
  id: 'is skipped',
  title: 'is skipped',
  requirements: ['TV-CFG-18'],
  features: ['nothing'],
  run: () => {},
};

async function judge(entries: readonly BaselineEntry[], tests: readonly Test[] = [failing, passing]) {
  const platform = tinyPlatform();
  const result = await runSuites(platform.target, [{ name: 'harness/baseline', tests }], {
    fetch: platform.fetch,
    journal: null,
    baseline: { file: null, entries },
  });
  if (!result.baseline) throw new Error('no baseline was judged');
  return { ...result.baseline, code: exitCode(result), overall: result.verdict };
}

describe('a run with a baseline', () => {
  test.each<[string, BaselineEntry[]]>([
    ['its test', [{ test: 'fails', reason }]],
    [
      'its requirements',
      [
        { requirement: 'TV-CFG-1', reason },
        { requirement: 'TV-CFG-4', reason },
      ],
    ],
    [
      'its requirements in it',
      [
        { test: 'fails', requirement: 'TV-CFG-1', reason },
        { test: 'fails', requirement: 'TV-CFG-4', reason },
      ],
    ],
    ['it, for this target', [{ test: 'fails', target: 'http://tiny.invalid/client/v4/', reason }]],
  ])('exits 0 for a failure when entries name %s, but stays not conformant', async (_, entries) => {
    const { code, overall, verdict, expected } = await judge(entries);
    expect([code, overall, verdict, expected]).toEqual([0, 'not conformant', 'conformant', ['fails']]);
  });

  test('exits 1 for a failure that no entry names, and prints an entry for it', async () => {
    const { code, unexpected_failures } = await judge([]);
    expect(code).toBe(1);
    expect(unexpected_failures).toEqual([
      { test: 'fails', message: 'no TV-CFG-1', entry: { test: 'fails', reason: 'no TV-CFG-1' } },
    ]);
    expect((await judge(unexpected_failures.map(({ entry }) => entry))).code).toBe(0);
  });

  test('names the requirement of a failure where the baseline expects another requirement of the test', async () => {
    const { code, unexpected_failures } = await judge([{ requirement: 'TV-CFG-1', reason }]);
    expect(code).toBe(1);
    expect(unexpected_failures.map(({ entry }) => entry)).toEqual([
      { test: 'fails', requirement: 'TV-CFG-4', reason: 'no TV-CFG-4' },
    ]);
  });

  test('ignores an entry for another target', async () => {
    const { code, unexpected_failures, stale, unexpected_passes } = await judge([
      { test: 'fails', target: 'http://other.invalid/client/v4', reason },
    ]);
    expect([code, unexpected_failures.length, stale, unexpected_passes]).toEqual([1, 1, [], []]);
  });

  const known: BaselineEntry = { test: 'fails', reason };
  test.each<[string, BaselineEntry, string]>([
    ['a test that passes', { test: 'passes', reason }, 'the test passes'],
    ['a requirement that did not fail', { requirement: 'TV-CFG-14', reason }, 'nothing fails TV-CFG-14'],
    [
      'another requirement of a test',
      { test: 'fails', requirement: 'TV-CFG-14', reason },
      'nothing fails TV-CFG-14',
    ],
  ])('exits 1 for an entry that names %s', async (_, entry, message) => {
    const { code, unexpected_passes } = await judge([known, entry]);
    expect([code, unexpected_passes]).toEqual([1, [{ entry, message }]]);
  });

  test.each<[string, BaselineEntry, string]>([
    ['a test that does not exist', { test: 'gone', reason }, 'no test has this id'],
    [
      'a requirement that does not exist',
      { requirement: 'TV-CFG-999', reason },
      'no requirement has this id',
    ],
    ['what another names', { ...known, reason: 'twice' }, 'it is listed twice'],
  ])('exits 1 for an entry that names %s', async (_, entry, message) => {
    const { code, stale } = await judge([known, entry]);
    expect([code, stale]).toEqual([1, [{ entry, message }]]);
  });

  test('ignores an entry whose test did not run', async () => {
    const { stale, unexpected_passes } = await judge([{ test: 'is skipped', reason }], [skipped, passing]);
    expect([stale, unexpected_passes]).toEqual([[], []]);
  });

  test('stays partial where a MUST could not be tested', async () => {
    const { code, verdict } = await judge([known], [failing, skipped]);
    expect([code, verdict]).toEqual([1, 'partial']);
  });

  test('writes a baseline that expects the failures of a run', async () => {
    const text = writeBaseline(await judge([]));
    expect((await judge(parseBaseline(text, 'new.json').entries)).code).toBe(0);
  });
});
