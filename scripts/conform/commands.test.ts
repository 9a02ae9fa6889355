import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serveTiny } from '../../suites/harness/testing/serve-tiny.ts';
import { tinyToken, tinyZoneId } from '../../suites/harness/testing/tiny-platform.ts';
import { captured } from './captured-output.ts';
import { lampDocument } from './documents/testing/lamp-document.ts';
import { conformMerge } from './judge.ts';
import { conformList } from './list.ts';
import { type ConformOptions, conform } from './run.ts';

/** Two tests that the tiny platform passes, and one that it fails. */
const options: ConformOptions = {
  token: tinyToken,
  zoneId: tinyZoneId,
  zoneName: 'tiny.localhost',
  only: ['token-validation/bounds'],
  requirement: ['TV-CFG-14', 'TV-CFG-18'],
};

describe('conform', () => {
  test('exits 0 with a baseline of the failures, which it wrote itself', async () => {
    const server = await serveTiny();
    const { output, text, cwd } = captured();
    const file = join(cwd, 'known.json');
    expect(await conform(server.url, { ...options, writeBaseline: file }, output)).toBe(1);
    expect(text()).toContain(`${file} now lists the failures as expected`);
    expect(await conform(server.url, { ...options, baseline: file }, output)).toBe(0);
    expect(text()).toContain('0 unexpected failures, 0 unexpected passes, 0 stale entries');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"test": "', '"test": "no such '));
    expect(await conform(server.url, { ...options, baseline: file }, output)).toBe(1);
    server.close();
    expect(text()).toContain('(no test has this id)');
  });

  test.each<[string, ConformOptions, string]>([
    ['an unknown part', { shard: '3/2' }, '--shard is 3/2'],
    ['an unknown area', { v4: ['load_balancer'] }, '--v4 load_balancer: expected load_balancers'],
    ['an unknown limit', { limit: ['patience=1'] }, 'there is no limit patience; there are request,'],
    ['a missing baseline', { baseline: 'none.json' }, 'The baseline none.json does not exist'],
    ['a baseline both ways', { baseline: 'a', writeBaseline: 'b' }, "can't be combined"],
    ['no job', { jobs: 0 }, '--jobs is 0'],
    ['an unknown service', { only: ['zone'], title: 'nothing like it' }, 'No test'],
  ])('exits 2 with one line for %s', async (_, wrong, message) => {
    const server = await serveTiny();
    const { output, errors, text } = captured();
    const { only, requirement, ...described } = options;
    expect(await conform(server.url, { ...described, ...wrong }, output)).toBe(2);
    server.close();
    expect([errors.length, text()]).toEqual([1, '']);
    expect(errors[0]).toContain(message);
  });
});

describe('conform --dry-run', () => {
  test('counts tests and sends nothing', async () => {
    const { output, text, errors } = captured();
    const api = 'http://127.0.0.1:1/client/v4';
    const { requirement, ...most } = options;
    expect(await conform(api, { ...most, dryRun: true }, output)).toBe(0);
    expect(errors).toEqual([]);
    expect(text()).toMatch(/Nothing is sent\. [1-9]\d* tests would run, \d+ would be skipped\.\n/);
  });

  test('assumes every feature of a target that is not described', async () => {
    const { output, text } = captured();
    await conform(undefined, { only: ['inference/chat-completions'], dryRun: true }, output);
    expect(text()).toContain('0 would be skipped; the target is not described');
  });

  test('counts one part alone', async () => {
    const count = async (rest: ConformOptions) => {
      const { output, text } = captured();
      await conform(undefined, { only: ['zones'], dryRun: true, ...rest }, output);
      return Number(/(\d+) tests? would run/.exec(text())?.[1]);
    };
    const whole = await count({});
    expect((await count({ shard: '1/2' })) + (await count({ shard: '2/2' }))).toBe(whole);
  });
});

describe('conform merge', () => {
  test('judges the parts of a run as one, and requires all of them', async () => {
    const server = await serveTiny();
    const { output, text, errors, cwd } = captured();
    const files = [1, 2].map((index) => join(cwd, `${index}`, 'results.json'));
    const { requirement, ...rest } = options;
    for (const index of [1, 2]) {
      const part = { ...rest, requirement: ['TV-CFG'], shard: `${index}/2`, out: join(cwd, `${index}`) };
      await conform(server.url, part, output);
    }
    server.close();
    const out = join(cwd, 'whole');
    expect(await conformMerge(files, { out }, output)).toBe(1);
    const whole = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'));
    expect(whole).toMatchObject({ verdict: 'not conformant', shard: null });
    expect(text().trim().split('\n').at(-1)).toMatch(/^conform: \d+ passed, \d+ failed/);
    expect(await conformMerge(files.slice(1), {}, output)).toBe(2);
    expect(errors).toEqual(['touchstone: The results of 1/2 are missing']);
  }, 60_000);

  test.each([
    ['a missing file', undefined, 'results.json does not exist'],
    ['a truncated file', '{"format":', 'results.json'],
  ])('exits 2 with one line for %s', async (_, content, message) => {
    const { output, errors, cwd } = captured();
    const file = join(cwd, 'results.json');
    if (content !== undefined) writeFileSync(file, content);
    expect(await conformMerge([file], {}, output)).toBe(2);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(message);
  });
});

describe('conform list', () => {
  test('prints each requirement with its tests', async () => {
    const { output, text } = captured();
    expect(await conformList({ requirement: ['TV-KEY-4'] }, output)).toBe(0);
    expect(text()).toContain(
      'TV-KEY-4 MUST The server stores no key without a `kid`.\n    from token-validation.md',
    );
    expect(text()).toContain('\n1 requirements (1 MUST, 0 SHOULD, 0 MAY), ');
  });

  test('shows the text of a document as visible characters', async () => {
    const { output, text, cwd } = captured();
    const file = join(cwd, 'lamps.json');
    const named = JSON.stringify(lampDocument).replaceAll(
      /"operationId":"(\w+)/g,
      '"operationId":"\\u001b[31m\\n::error::$1',
    );
    writeFileSync(file, named);
    expect(await conformList({ openapi: [file] }, output)).toBe(0);
    expect(text()).toContain('\\u000a::error::');
    expect(text()).not.toMatch(/\p{Cc}(?<!\n)|^::/mu);
  });

  test('prints JSON for programs', async () => {
    const { output, text } = captured();
    expect(await conformList({ only: ['token-validation/keys'], level: 'must', json: true }, output)).toBe(0);
    const listed: unknown[] = JSON.parse(text());
    expect(listed.length).toBeGreaterThan(3);
    for (const one of listed) {
      expect(one).toMatchObject({
        id: expect.any(String),
        level: 'must',
        tests: expect.arrayContaining([expect.any(String)]),
      });
    }
  });

  test('exits 2 for an unknown id', async () => {
    const { output, errors } = captured();
    expect(await conformList({ requirement: ['NO-SUCH'] }, output)).toBe(2);
    expect(errors).toEqual(['touchstone: No requirement has an id that is or starts with NO-SUCH']);
  });
});
