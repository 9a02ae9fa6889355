import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { equal } from './assertions.ts';
import { catalogue } from './catalogue.ts';
import { evidenceOfDifference } from './errors.ts';
import { githubSummary } from './report/github-summary.ts';
import { htmlReport } from './report/page.ts';
import { fileReporter, summaryReporter } from './report-files.ts';
import { junitReport } from './report-junit.ts';
import { terminalReporter } from './report-terminal.ts';
import { type Reporter, type RunResult, runResultSchema } from './results.ts';
import { runSuites } from './runner.ts';
import type { Test } from './suite.ts';
import { madeExchange, madeFinding, madeResult, madeTest } from './testing/made-results.ts';
import { tinyPlatform, tinyToken } from './testing/tiny-platform.ts';

const tests: readonly Test[] = [
  { title: 'passes', requirements: ['TV-CFG-1'], run: (t) => t.config().then(() => {}) },
  {
    title: 'fails <a> & "b" \u0007',
    requirements: ['TV-CFG-4'],
    run: async (t) => {
      const config = await t.config({
        credentials: { keys: [{ kty: 'oct', kid: 'a', alg: 'HS256', k: 'hidden-secret' }] },
      });
      equal(config.title, 'another', 'result.title <a> & "b" \u0007');
    },
  },
  {
    title: 'warns',
    requirements: ['TV-CFG-27'],
    run: () => equal(200, 201, 'the status'),
  },
  { title: 'is skipped', requirements: ['TV-SRC-13'], run: () => {} },
  {
    title: 'breaks',
    requirements: ['TV-CFG-2'],
    run: () => {
      throw new RangeError('out of range');
    },
  },
];

async function run(options: { strict?: boolean; only?: string } = {}) {
  const platform = tinyPlatform({ echoesSecrets: true });
  const written: string[] = [];
  const { strict = false } = options;
  const reporter = terminalReporter({
    write: (text) => written.push(text),
    catalogue,
    strict,
    live: false,
    color: false,
  });
  const result = await runSuites(platform.target, [{ name: 'harness/reports', tests }], {
    fetch: platform.fetch,
    journal: null,
    strict,
    reporters: [reporter],
    ...(options.only ? { select: { title: options.only } } : {}),
  });
  return { result, text: written.join('') };
}

describe('the terminal report', () => {
  test('ends with a single line of numbers', async () => {
    const { text } = await run();
    expect(text.split('\n').at(-2)).toBe('conform: 1 passed, 2 failed, 1 warned, 1 skipped');
  });

  test('shows the requirement, the passage, the message and the exchange of a failure', async () => {
    const { text } = await run({ only: 'fails' });
    expect(text).toContain('TV-CFG-4 [MUST] The answer to a creation carries the `title` that was sent.');
    expect(text).toContain('from token-validation.md: Token configuration (seed)');
    expect(text).toMatch(/result\.title <a> & "b" \\u0007 is "ts-\w{6} \d+", expected "another"/);
    expect(text).toMatch(/> POST http:\/\/tiny\.invalid\/client\/v4\/zones\/\w+\/token_validation\/config/);
    expect(text).toContain('Verdict: not conformant (1 test failed)');
  });

  test("shows the address of a requirement's source", async () => {
    const { text } = await run({ only: 'warns', strict: true });
    expect(text).toContain(
      'from Cloudflare API reference, Token validation (documented), https://developers.cloudflare.com/api/resources/token_validation',
    );
  });

  test('shows what broke in an error', async () => {
    const { text } = await run({ only: 'breaks' });
    expect(text).toContain('ERROR harness/reports: breaks');
    expect(text).toContain('RangeError: out of range');
    expect(text).toContain('conform: 0 passed, 1 failed, 0 warned, 0 skipped');
  });

  test('lists warnings separately from failures, unless they count', async () => {
    const lax = await run({ only: 'warns' });
    expect(lax.text).toContain('Warnings (SHOULD and MAY; they do not change the verdict):');
    expect(lax.text).toContain('conform: 0 passed, 0 failed, 1 warned, 0 skipped');
    const strict = await run({ only: 'warns', strict: true });
    expect(strict.text).toContain('FAILED harness/reports: warns');
    expect(strict.text).toContain('conform: 0 passed, 1 failed, 0 warned, 0 skipped');
  });

  test('says why tests were skipped', async () => {
    expect((await run()).text).toContain(
      '1 skipped: the target does not claim edge: set `edge` (--edge) to the URL of its zone traffic',
    );
  });
});

describe('every report', () => {
  test('holds no secret', async () => {
    const { result, text } = await run();
    for (const report of [text, junitReport(result), JSON.stringify(result)]) {
      expect(report).not.toContain(tinyToken);
      expect(report).not.toContain('hidden-secret');
    }
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
    madeTest('breaks', { status: 'error', reason: hostile }),
    madeTest('breaks alike', { status: 'error', reason: hostile }),
    madeTest('is skipped', { status: 'skipped', reason: hostile }),
    madeTest('of an absent service', { suite: 'zones/x', status: 'skipped', reason: hostile }),
  ];
  const whole = madeResult(made, { verdict_reason: hostile, leaks: [hostile] });
  const inTerminal = (result: RunResult) => {
    const written: string[] = [];
    const write = (text: string) => written.push(text);
    const { started, tested, ended }: Reporter = terminalReporter({
      write,
      catalogue,
      strict: false,
      live: false,
      color: false,
    });
    started?.({ run: result.run, api: result.target.api, tests: result.tests.length });
    for (const one of result.tests) tested?.(one);
    ended?.(result);
    return written.join('');
  };

  test.each([
    ['the terminal', inTerminal],
    ['junit.xml', junitReport],
    ['the step summary', (result: RunResult) => githubSummary(result, catalogue)],
    ['report.html', (result: RunResult) => htmlReport(result, { catalogue, pictures: () => undefined })],
  ])('moves no cursor, hides nothing and reorders nothing in %s', (_, report) => {
    const text = report(whole);
    expect(text).toContain('forged');
    expect(text).not.toMatch(/[^\P{Cc}\n\t]|[\p{Bidi_Control}\u2028]/u);
  });

  test('gives no command to a CI system and adds no verdict', () => {
    const lines = inTerminal(whole).split('\n');
    expect(lines.filter((line) => /^\s*::|##\[/.test(line))).toEqual([]);
    expect(lines.filter((line) => /^\s*Verdict/.test(line))).toHaveLength(1);
  });
});

describe('junit.xml', () => {
  test('escapes what XML does not allow and counts by kind', async () => {
    const { result } = await run();
    const xml = junitReport(result);
    expect(xml).toContain('<testsuites name="touchstone conform" tests="5" failures="1" errors="1" time="');
    expect(xml).toContain('name="fails &lt;a&gt; &amp; &quot;b&quot; \\u0007 (TV-CFG-4)"');
    expect(xml).toContain(
      '<skipped message="the target does not claim edge: set `edge` (--edge) to the URL of its zone traffic"/>',
    );
    expect(xml).toContain('<system-out>TV-CFG-27 [should] the status is 200, expected 201</system-out>');
    expect(xml).toMatch(/<error message="RangeError: out of range/);
    expect(xml).not.toContain('\u0007');
  });
});

describe('the report files', () => {
  const folder = () => join(mkdtempSync(join(tmpdir(), 'touchstone-reports-')), 'deep', 'reports');
  const savedIn = (at: string) =>
    runResultSchema.parse(JSON.parse(readFileSync(join(at, 'results.json'), 'utf8')));

  test('are results.json, junit.xml and report.html', async () => {
    const { result } = await run();
    const at = folder();
    fileReporter(at, { exchanges: 'all' }).ended?.(result);
    expect(savedIn(at)).toEqual(result);
    expect(readFileSync(join(at, 'junit.xml'), 'utf8')).toBe(junitReport(result));
    expect(readFileSync(join(at, 'report.html'), 'utf8')).toContain('<h1>Broken run</h1>');
  });

  test('link the source of a requirement, if it has an address', async () => {
    const { result } = await run({ only: 'warns', strict: true });
    const at = folder();
    fileReporter(at, {}).ended?.(result);
    expect(readFileSync(join(at, 'report.html'), 'utf8')).toContain(
      '<a href="https://developers.cloudflare.com/api/resources/token_validation">Cloudflare API reference, Token validation</a>',
    );
  });

  test('keep the exchanges of failed tests only, unless all are requested', async () => {
    const { result } = await run();
    const at = folder();
    fileReporter(at).ended?.(result);
    const kept = savedIn(at).tests.map(({ title, exchanges }) => [title, exchanges.length > 0]);
    expect(kept).toEqual([
      ['passes', false],
      ['fails <a> & "b" \u0007', true],
      ['warns', false],
      ['is skipped', false],
      ['breaks', false],
    ]);
    expect(result.tests[0]?.exchanges.length).toBeGreaterThan(0);
  });

  test('are appended to a file of step summaries', async () => {
    const { result } = await run();
    const file = join(mkdtempSync(join(tmpdir(), 'touchstone-summary-')), 'summary.md');
    writeFileSync(file, '# Before\n');
    summaryReporter(file).ended?.(result);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('# Before\n## Conformance: broken run');
    expect(text).toContain(
      '| **TV-CFG-4** (must) The answer to a creation carries the \\`title\\` that was sent. |',
    );
  });

  test("report that they can't be written", async () => {
    const { result } = await run();
    const file = join(mkdtempSync(join(tmpdir(), 'touchstone-file-')), 'file');
    writeFileSync(file, '');
    const below = join(file, 'below');
    expect(() => fileReporter(below).ended?.(result)).toThrow(`The reports can't be written to ${below}`);
    expect(() => summaryReporter(below).ended?.(result)).toThrow(`The summary can't be written to ${below}`);
  });
});
