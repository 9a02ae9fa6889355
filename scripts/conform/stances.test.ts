import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveTiny } from '../../suites/harness/testing/serve-tiny.ts';
import { tinyToken, tinyZoneId } from '../../suites/harness/testing/tiny-platform.ts';
import { captured } from './captured-output.ts';
import { conformStances } from './stances.ts';

const described = { token: tinyToken, zoneId: tinyZoneId, zoneName: 'tiny.localhost' };

describe('conform stances', () => {
  let server: Awaited<ReturnType<typeof serveTiny>>;
  beforeEach(async () => {
    server = await serveTiny();
  });
  afterEach(() => server.close());

  it('prints what differs, then what is the same, then what could not be asked', async () => {
    const { output, text } = captured();
    const only = ['v4.unknown-path', 'token-validation.rule', 'edge.blocked.status'];
    expect(await conformStances(server.url, { ...described, only }, output)).toBe(0);
    const lines = text().split('\n');
    expect(lines.filter((line) => /^\w.*: \d+$/.test(line))).toEqual([
      'Different: 1',
      'The same: 3',
      'Not asked: 2',
    ]);
    expect(lines[5]).toMatch(/^ {2}path +credentials +What is refused/);
    expect(text()).toMatch(
      /\n {2}the target does not claim edge: .*\n {4}edge\.blocked\.status: 403; record 3, /,
    );
  });

  it('removes what it created', async () => {
    const only = ['token-validation.config.create.status'];
    await conformStances(server.url, { ...described, only }, captured().output);
    expect(server.platform.configs.size).toBe(0);
  });

  it('writes a file of the switches, and prints JSON', async () => {
    const { output, text, cwd } = captured();
    const write = join(cwd, 'stances.json');
    const only = ['v4.unknown-path.first', 'edge.blocked.body'];
    expect(await conformStances(server.url, { ...described, only, write, json: true }, output)).toBe(0);
    expect(JSON.parse(readFileSync(write, 'utf8'))).toEqual({ 'v4.unknown-path.first': 'credentials' });
    expect(JSON.parse(text())).toMatchObject({
      target: server.url,
      stances: [
        { id: 'v4.unknown-path.first', mock: 'path', target: 'credentials', reason: null },
        { id: 'edge.blocked.body', target: null, switch: false },
      ],
    });
  });

  it.each([
    ['no server answers', {}, /^touchstone: No server answers at /],
    ['no question has the name', { only: ['v5'] }, /^touchstone: No question starts with v5$/],
    ['no question can be asked', { only: ['edge'] }, /^touchstone: .* could not be asked anything: .*edge/],
    [
      "the file can't be written",
      { only: ['v4.unknown-path.first'], write: '/no/such/folder/a.json' },
      /^touchstone: \/no\/such\/folder\/a\.json can't be written/,
    ],
  ])('exits 2 with one line when %s', async (why, options, line) => {
    const { output, errors } = captured();
    if (why === 'no server answers') server.close();
    expect(await conformStances(server.url, { ...described, ...options }, output)).toBe(2);
    expect(errors).toEqual([expect.stringMatching(line)]);
  });
});
