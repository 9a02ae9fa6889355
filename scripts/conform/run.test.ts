import { readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openCleanupJournal } from '../../suites/harness/cleanup-journal.ts';
import { serveTiny } from '../../suites/harness/testing/serve-tiny.ts';
import { tinyPlatform, tinyToken, tinyZoneId } from '../../suites/harness/testing/tiny-platform.ts';
import { captured } from './captured-output.ts';
import { type ConformOptions, conform, conformSweep } from './run.ts';

const described: ConformOptions = { token: tinyToken, zoneId: tinyZoneId, zoneName: 'tiny.localhost' };

describe('conform', () => {
  test('exits 2 with one line when no server answers', async () => {
    const server = await serveTiny();
    server.close();
    const { output, errors, text } = captured();
    expect(await conform(server.url, {}, output)).toBe(2);
    expect(errors).toEqual([`touchstone: No server answers at ${server.url}: connection refused`]);
    expect(text()).toBe('');
  });

  test('exits 2 with one line when credentials are missing', async () => {
    const server = await serveTiny();
    const { output, errors } = captured();
    expect(await conform(server.url, {}, output)).toBe(2);
    server.close();
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('lacks api_token (--token or TOUCHSTONE_TOKEN)');
  });

  test.each([true, false])('needs no token where no test needs the API (dry run: %s)', async (dryRun) => {
    const server = await serveTiny();
    const { output, errors, text } = captured();
    const options = { objectsOpen: server.url, only: ['object-storage/objects'], title: 'missing', dryRun };
    await conform('http://127.0.0.1:1/client/v4', options, output);
    server.close();
    expect(errors).toEqual([]);
    expect(text()).toMatch(dryRun ? / would run, / : /^conform: .* skipped$/m);
  });

  test('exits 2 for an unknown level', async () => {
    const { output, errors } = captured();
    expect(await conform('http://127.0.0.1:1/client/v4', { ...described, level: 'shall' }, output)).toBe(2);
    expect(errors).toEqual(['touchstone: --level is shall, expected must, should or may']);
  });

  test('exits 1 when a test fails, 0 when none does, and writes reports to --out', async () => {
    const server = await serveTiny();
    const { output, text, cwd } = captured();
    const out = join(cwd, 'reports');
    const only = { ...described, only: ['token-validation/bounds'] };
    const code = await conform(server.url, { ...only, requirement: ['TV-CFG-14'], out }, output);
    expect([code, text().trim().split('\n').at(-1)]).toEqual([
      0,
      'conform: 1 passed, 0 failed, 0 warned, 0 skipped',
    ]);
    expect(readdirSync(out).sort()).toEqual(['junit.xml', 'report.html', 'results.json']);
    // The tiny platform ignores descriptions.
    expect(await conform(server.url, { ...only, requirement: ['TV-CFG-18'] }, output)).toBe(1);
    expect(text()).toContain('conform: 0 passed, 1 failed, 0 warned, 0 skipped');
    server.close();
  });

  test.each([
    ['says what it is', 'GET /_touchstone/info'],
    ['shows which services it has', 'POST /client/v4/zones/'],
  ])('exits 130 at once when it is interrupted before the target %s', async (_, waits) => {
    const platform = tinyPlatform();
    let requests = 0;
    const fetch = async (request: Request) => {
      if (!`${request.method} ${new URL(request.url).pathname}`.startsWith(waits))
        return platform.fetch(request);
      if (requests++ === 0) process.emit('SIGINT');
      return new Promise<Response>(() => {});
    };
    const server = await serveTiny({ ...platform, fetch });
    const { output, errors } = captured();
    const began = performance.now();
    const code = await conform(server.url, { ...described, only: ['token-validation'] }, output);
    server.close();
    expect([code, errors]).toEqual([130, ['touchstone: the run was interrupted before its first test']]);
    // Less than the time that the target has for an answer.
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('reads the target from a file', async () => {
    const server = await serveTiny();
    const { output, cwd } = captured();
    const line = { api: server.url, zone_id: tinyZoneId, zone_name: 'tiny.localhost', api_token: tinyToken };
    writeFileSync(join(cwd, 'target.json'), JSON.stringify(line));
    const options = {
      target: 'target.json',
      only: ['token-validation/bounds'],
      requirement: ['TV-CFG-14'],
    };
    const code = await conform(undefined, options, output);
    server.close();
    expect(code).toBe(0);
  });
});

describe('conform sweep', () => {
  test('removes what a killed run left, and says so', async () => {
    const server = await serveTiny();
    const { output, text, cwd } = captured();
    const journal = openCleanupJournal({ run: 'abc123', api: server.url, folder: cwd });
    server.platform.configs.set('1', { id: '1', title: 'ts-abc123 1' });
    server.platform.configs.set('2', { id: '2', title: 'somebody else' });
    journal.intend('configuration', tinyZoneId, ['ts-abc123 1']);
    const options = { ...described, journal: cwd };
    expect(await conformSweep(server.url, options, output)).toBe(0);
    expect([...server.platform.configs.keys()]).toEqual(['2']);
    expect(text()).toMatch(/^run abc123 of .* \(\d s ago\): 1 removed, 0 left\n$/);
    expect(await conformSweep(server.url, options, output)).toBe(0);
    expect(text()).toContain('Nothing was left behind.');
    server.close();
  });

  test('skips a run that is still running in another process', async () => {
    const server = await serveTiny();
    const { output, text, cwd } = captured();
    server.platform.configs.set('1', { id: '1', title: 'ts-abc123 1' });
    const other = process.ppid;
    const lines = [
      {
        event: 'run',
        run: 'abc123',
        api: server.url,
        at: new Date().toISOString(),
        pid: other,
        host: hostname(),
      },
      { event: 'create', seq: 1, kind: 'configuration', scope_id: tinyZoneId, labels: ['ts-abc123 1'] },
    ];
    const file = join(cwd, 'cleanup-abc123.jsonl');
    const write = (...more: object[]) =>
      writeFileSync(file, [...lines, ...more].map((line) => `${JSON.stringify(line)}\n`).join(''));
    write();
    const options = { ...described, journal: cwd };
    expect(await conformSweep(server.url, options, output)).toBe(0);
    expect(text()).toContain(`is still running in process ${other}: skipped`);
    expect(server.platform.configs.size).toBe(1);
    write({ event: 'ended' });
    expect(await conformSweep(server.url, options, output)).toBe(0);
    server.close();
    expect(server.platform.configs.size).toBe(0);
  });

  test("exits 1 when something can't be removed", async () => {
    const server = await serveTiny(tinyPlatform({ keepsDeleted: true }));
    const { output, text, cwd } = captured();
    server.platform.configs.set('1', { id: '1', title: 'ts-abc123 1' });
    const journal = openCleanupJournal({ run: 'abc123', api: server.url, folder: cwd });
    journal.created(journal.intend('configuration', tinyZoneId, ['ts-abc123 1']), ['1']);
    expect(await conformSweep(server.url, { ...described, journal: cwd }, output)).toBe(1);
    server.close();
    expect(text()).toMatch(/ {2}configuration 1 \(made \d s ago\): status 500/);
  });
});
