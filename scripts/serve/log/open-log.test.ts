import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { WriteStream } from 'node:tty';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Journal } from '../../../mock/world/journal.ts';
import { openRequestLog } from './open-log.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** What a log prints of one request. */
async function print(isTTY: boolean): Promise<string> {
  const journal = new Journal();
  const { getColorDepth } = WriteStream.prototype;
  const output = Object.assign(new PassThrough(), { isTTY, getColorDepth });
  // A terminal is a stream with more members, of which the log needs these.
  const log = openRequestLog('pretty', journal, output as unknown as NodeJS.WriteStream);
  log?.start();
  journal.note({
    at: 0,
    plane: 'api',
    method: 'GET',
    url: 'http://localhost/',
    operation: null,
    basis: 'seed',
    status: 200,
    durationMs: 1,
    requestHeaders: new Headers(),
    requestBody: null,
    responseBody: null,
  });
  await log?.end();
  output.end();
  return text(output);
}

describe('the log on a terminal', () => {
  it.each([
    ['a terminal', true, undefined, undefined, true],
    ['a terminal with NO_COLOR', true, '1', undefined, false],
    ['a pipe', false, undefined, undefined, false],
    ['a pipe with FORCE_COLOR', false, undefined, '1', true],
  ])('has colours where they are wanted: %s', async (_, isTTY, noColor, forceColor, colored) => {
    // These decide colours too, and a build server sets some of them.
    for (const name of ['CI', 'NODE_DISABLE_COLORS', 'TEAMCITY_VERSION']) vi.stubEnv(name, undefined);
    vi.stubEnv('TERM', 'xterm-256color');
    vi.stubEnv('NO_COLOR', noColor);
    vi.stubEnv('FORCE_COLOR', forceColor);
    expect((await print(isTTY)).includes('\u001b[')).toBe(colored);
  });
});

it('is nothing at all for the mode none', () => {
  expect(openRequestLog('none', new Journal(), process.stdout)).toBeUndefined();
});
