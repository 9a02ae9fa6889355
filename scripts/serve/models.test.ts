import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modelsRow, readModelOptions, type ServeModelOptions } from './models.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'serve-models-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Options, with `FOLDER` for the folder of the test. */
const inFolder = (options: ServeModelOptions): ServeModelOptions =>
  JSON.parse(JSON.stringify(options).replaceAll('FOLDER', folder));

describe('readModelOptions', () => {
  it('reads an upstream with its key and its model names', async () => {
    const upstreamModel = ['@cf/*=llama3.2', 'openai/gpt-5=a=b'];
    const { upstream } = await readModelOptions({ upstream: 'http://x/v1', upstreamKey: 'k', upstreamModel });
    expect(upstream).toEqual({
      baseUrl: 'http://x/v1',
      apiKey: 'k',
      modelMap: { '@cf/*': 'llama3.2', 'openai/gpt-5': 'a=b' },
    });
  });

  it('sets nothing without options', async () => {
    expect(await readModelOptions({})).toEqual({});
  });

  it('creates the folder to record to, and requires the one to replay from', async () => {
    const options = await readModelOptions(
      inFolder({ record: 'FOLDER/new', replay: 'FOLDER', replaySpeed: 0 }),
    );
    expect(readdirSync(folder)).toEqual(['new']);
    expect(options).toMatchObject({ record: { get: expect.any(Function) }, replay: { speed: 0 } });
  });

  it.each([
    ['one reply', { reply: { text: 'A' } }, 1],
    ['a list of them', [{ reply: { text: 'A' } }, { times: 'once', reply: { error: {} } }], 2],
  ])('reads %s from a file', async (_, data, count) => {
    writeFileSync(join(folder, 'replies.json'), JSON.stringify(data));
    const { replies } = await readModelOptions(inFolder({ replies: 'FOLDER/replies.json' }));
    expect(replies).toHaveLength(count);
  });

  it.each<[string, ServeModelOptions, string]>([
    ['a key without an upstream', { upstreamKey: 'k' }, '--upstream-key: has no effect without --upstream'],
    [
      'model names without an upstream',
      { upstreamModel: ['a=b'] },
      '--upstream-model: has no effect without --upstream',
    ],
    ['a speed without a replay', { replaySpeed: 2 }, '--replay-speed: has no effect without --replay'],
    [
      'a replay from nowhere',
      { replay: 'FOLDER/no' },
      "FOLDER/no can't be used for recordings: it does not exist.",
    ],
    [
      'a file to record to',
      { record: 'FOLDER/text' },
      "FOLDER/text can't be used for recordings: it is not a folder.",
    ],
    ['replies that are not JSON', { replies: 'FOLDER/text' }, 'FOLDER/text:1:1: invalid symbol'],
    [
      'replies of the wrong type',
      { replies: 'FOLDER/bad.json' },
      'FOLDER/bad.json:1:19: 0.match.text.pattern: ',
    ],
  ])('refuses %s in one line', async (_, options, message) => {
    writeFileSync(join(folder, 'text'), 'text');
    writeFileSync(join(folder, 'bad.json'), JSON.stringify({ match: { text: { pattern: '(' } }, reply: {} }));
    const refused = readModelOptions(inFolder(options));
    await expect(refused).rejects.toThrow(message.replace('FOLDER', folder));
    await expect(refused).rejects.not.toThrow('\n');
  });
});

describe('modelsRow', () => {
  it.each<[ServeModelOptions, string]>([
    [{}, 'generated from a seed (change it with --upstream)'],
    [{ upstream: 'http://x' }, 'http://x'],
    [{ upstream: 'http://x', record: 'a' }, 'http://x, recorded to a'],
    [{ replay: 'a' }, 'replayed from a'],
    [
      { upstream: 'http://x', record: 'a', replay: 'a' },
      'replayed from a, otherwise http://x, recorded to a',
    ],
  ])('describes %j: %s', (options, row) => {
    expect(modelsRow(options)).toBe(row);
  });
});
