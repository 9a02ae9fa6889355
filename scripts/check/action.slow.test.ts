import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { serveTiny } from '../../suites/harness/testing/serve-tiny.ts';
import { tinyToken, tinyZoneId } from '../../suites/harness/testing/tiny-platform.ts';
import { withServedMock } from './served-mock.ts';

const root = join(import.meta.dirname, '..', '..');

/** What the test reads of the action. */
const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
  outputs: z.record(z.string(), z.object({ description: z.string(), value: z.string() })),
  runs: z.object({
    using: z.literal('composite'),
    steps: z.array(
      z.object({
        id: z.string(),
        shell: z.literal('bash'),
        env: z.record(z.string(), z.string()),
        run: z.string(),
      }),
    ),
  }),
});
const action = actionSchema.parse(parse(readFileSync(join(root, 'action.yml'), 'utf8')));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-action-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the steps of the action as GitHub's runner does. */
async function runAction(given: Readonly<Record<string, string>>) {
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') };
  for (const file of Object.values(files)) writeFileSync(file, '');
  const command = `${process.execPath} ${join(root, 'scripts', 'touchstone.ts')} conform`;
  const inputs = { reports: 'reports', command, ...given };
  const fill = (text: string) =>
    text.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: keyof typeof inputs) => {
      const { default: usual } = z.object({ default: z.string() }).parse(action.inputs[name]);
      return inputs[name] ?? usual;
    });
  let code = 0;
  let log = '';
  for (const step of action.runs.steps) {
    const script = join(folder, 'step.sh');
    writeFileSync(script, step.run);
    const own = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, fill(text)]));
    const env = { PATH: process.env['PATH'], HOME: folder, GITHUB_ACTIONS: 'true', ...files, ...own };
    const bash = ['--noprofile', '--norc', '-eo', 'pipefail', script];
    [code, log] = await new Promise((resolve) => {
      execFile('bash', bash, { cwd: folder, env }, (error, out, err) =>
        resolve([error === null ? 0 : Number(error.code), `${log}${out}${err}`]),
      );
    });
    if (code !== 0) break;
  }
  const [output, summary] = Object.values(files).map((file) => readFileSync(file, 'utf8'));
  return { code, log, output, summary };
}

/** Two MUSTs of the contract's limits: a run that ends soon, with a verdict. */
const bounds = '--only token-validation/bounds --requirement TV-CFG-14 TV-CFG-18';

describe('the action', { timeout: 120_000 }, () => {
  it('runs the suites of its own version', () => {
    expect(action.inputs['command']?.default).toBe(`npx --yes touchstone-conform@${manifest.version}`);
  });

  it('passes for the mock, with a step summary', async () => {
    await withServedMock([], async ({ info }) => {
      const { code, log, output, summary } = await runAction({
        url: info.api ?? '',
        token: info.api_token,
        options: `${bounds}\n--account-id ${info.account_id} --zone-id ${info.zone_id} --zone-name ${info.zone_name}`,
      });
      expect(log).toContain('Verdict: conformant: token-validation');
      expect([code, output]).toEqual([0, 'verdict=conformant\n']);
      expect(summary).toContain('## Conformance: conformant');
      expect(readFileSync(join(folder, 'reports', 'report.html'), 'utf8')).toContain('<html');
    });
  });

  it('fails for a broken server, and its summary says what it got wrong', async () => {
    const broken = await serveTiny();
    const zone = `--zone-id ${tinyZoneId} --zone-name tiny.localhost`;
    const { code, output, summary } = await runAction({
      url: broken.url,
      token: tinyToken,
      options: `${zone} ${bounds}`,
    });
    broken.close();
    expect([code, output]).toEqual([1, 'verdict=not conformant\n']);
    expect(summary).toMatch(/^\| \*\*TV-CFG-1\d\*\* \(must\)/m);
  });

  it('says in the summary that there is no verdict when nothing answers', async () => {
    const gone = await serveTiny();
    gone.close();
    const { code, log, output, summary } = await runAction({ url: gone.url, token: tinyToken });
    expect([code, output]).toEqual([2, 'verdict=broken run\n']);
    expect(summary).toContain('## Conformance: no verdict');
    expect(log).toContain('::error title=conform::There is no verdict');
  });
});
