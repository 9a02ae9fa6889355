import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveTiny } from '../../suites/harness/testing/serve-tiny.ts';
import { tinyToken, tinyZoneId } from '../../suites/harness/testing/tiny-platform.ts';
import { captured } from './captured-output.ts';
import { conformJudge } from './judge.ts';
import { conform } from './run.ts';

const run = captured(mkdtempSync(join(tmpdir(), 'touchstone-judge-')));
const file = join(run.cwd, 'out', 'results.json');
const baseline = join(run.cwd, 'known.json');
const getTarget = { token: tinyToken, zoneId: tinyZoneId, zoneName: 'tiny.localhost' };

beforeAll(async () => {
  const server = await serveTiny();
  const chosen = { only: ['token-validation/bounds'], requirement: ['TV-CFG-14', 'TV-CFG-18'] };
  const out = join(run.cwd, 'out');
  await conform(server.url, { ...getTarget, ...chosen, out, writeBaseline: baseline }, run.output);
  // The server is stopped: only the file is left to judge.
  server.close();
}, 60_000);

afterAll(() => rmSync(run.cwd, { recursive: true }));

describe('conform judge', () => {
  test('gives the verdict, the numbers and the exit code of the run', async () => {
    const { output, text } = captured();
    expect(await conformJudge(file, {}, output)).toBe(1);
    const last = run
      .text()
      .match(/^conform: .+$/gm)
      ?.at(-1);
    expect(text().trim().split('\n').at(-1)).toBe(last);
    expect(text()).toContain('Verdict: not conformant');
    expect(text()).toMatch(/^Note: \d+ tests are newer than this run\.$/m);
  });

  test('reads a baseline, and exits 0 when exactly those fail', async () => {
    const { output } = captured();
    expect(await conformJudge(file, { baseline }, output)).toBe(0);
  });

  test('writes all reports again', async () => {
    const { output, cwd } = captured();
    const out = join(cwd, 'again');
    await conformJudge(file, { out }, output);
    const [before, after] = [file, join(out, 'results.json')].map((one) =>
      JSON.parse(readFileSync(one, 'utf8')),
    );
    expect(after.tests).toEqual(before.tests);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('<h1>Not conformant</h1>');
  });

  test.each([
    ['a truncated file', (text: string) => text.slice(0, 500), 'is truncated'],
    [
      'a file of another version',
      (text: string) => text.replace(/results\/\d+/, 'results/1'),
      'is in the format',
    ],
    ['a file of another kind', () => '{"name":"x"}', 'contains no results of conform'],
  ])('exits 2 with one line for %s', async (_, change, message) => {
    const { output, errors, cwd } = captured();
    const other = join(cwd, 'other.json');
    writeFileSync(other, change(readFileSync(file, 'utf8')));
    expect(await conformJudge(other, {}, output)).toBe(2);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(`${other} ${message}`);
  });
});
