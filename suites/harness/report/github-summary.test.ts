import { expect, test } from 'vitest';
import { createCatalogue } from '../catalogue.ts';
import { madeFinding, madeResult, madeTest } from '../testing/made-results.ts';
import { githubSummary } from './github-summary.ts';

const catalogue = createCatalogue([
  { id: 'TV-CFG-4', level: 'must', sentence: 'A `title` | is kept.', passage: 'a.md', certainty: 'seed' },
]);
const failing = (title: string, message = 'it is wrong') =>
  madeTest(title, { findings: [madeFinding('TV-CFG-4', { message })] });

test('it has a heading, numbers and a table of failures before warnings', () => {
  const warning = madeTest('warns', {
    failed_level: 'should',
    findings: [madeFinding('V4-SHAPE-1', { level: 'should', message: 'no shape' })],
  });
  const broken = madeTest('breaks', { status: 'error', reason: 'RangeError: x' });
  const text = githubSummary(madeResult([warning, failing('fails'), broken]), catalogue);
  expect(text.split('\n')).toEqual([
    '## Conformance: not conformant',
    '',
    'a test failed. 0 passed, 2 failed, 1 warned, 0 skipped, against `http://tiny.invalid/client/v4`.',
    '',
    'Services: harness.',
    '',
    '| Requirement | Test | What happened |',
    '| --- | --- | --- |',
    '| **TV-CFG-4** (must) A \\`title\\` \\| is kept. | harness/made: fails | it is wrong |',
    '| the harness | harness/made: breaks | RangeError: x |',
    '| **V4-SHAPE-1** (should) | harness/made: warns | no shape |',
    '',
  ]);
});

test("it escapes Markdown, HTML and mentions in a target's answers", () => {
  const text = githubSummary(madeResult([failing('a', '<img src=x>\n[a](b) **b** @who `c` $d$')]), catalogue);
  expect(text).toContain('&lt;img src=x&gt; \\[a\\]\\(b\\) \\*\\*b\\*\\* @\u200bwho \\`c\\` \\$d\\$ |');
});

test('it has as many rows as fit, and says how many do not', () => {
  const many = Array.from({ length: 400 }, (_, index) => failing(`${index}`, 'é'.repeat(300)));
  const text = githubSummary(madeResult(many), catalogue, 20_000);
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(20_000);
  const rows = text.match(/^\| \*\*TV/gm)?.length ?? 0;
  expect(rows).toBeGreaterThan(20);
  expect(text).toContain(`\n${400 - rows} more failures are in report.html.\n`);
});

test('it has no table where nothing failed', () => {
  expect(githubSummary(madeResult([], { verdict: 'conformant' }), catalogue)).not.toContain('|');
});

test('it has no row for an expected failure, and a line for an entry that no longer holds', () => {
  const entry = { requirement: 'TV-CFG-9', reason: 'ours is optional' };
  const baseline = {
    file: 'b.json',
    verdict: 'conformant' as const,
    expected: ['harness/made: fails'],
    unexpected_failures: [],
    unexpected_passes: [],
    stale: [{ entry, message: 'no requirement has this id' }],
  };
  const text = githubSummary(madeResult([failing('fails')], { baseline }), catalogue);
  expect(text).toContain('Against the baseline: **conformant**; expected to fail: 1.');
  expect(text).toContain(
    '- `{ "requirement": "TV-CFG-9", "reason": "ours is optional" }`: no requirement has this id',
  );
  expect(text).not.toContain('harness/made: fails');
});
