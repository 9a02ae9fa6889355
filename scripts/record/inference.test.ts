import { describe, expect, test } from 'vitest';
import { caseNames, readCase, readTranscript } from '../../suites/inference/transcripts/cases.ts';
import { getTranscript } from './inference/ask.ts';
import { recordInference } from './inference.ts';

describe('the transcripts of fixtures/inference', () => {
  test.each(caseNames())("%s matches the mock's answer", async (name) => {
    const now = await getTranscript(readCase(name));
    // As text: the order of members was recorded too.
    expect(JSON.stringify(now, null, 2)).toBe(JSON.stringify(readTranscript(name), null, 2));
  });
});

describe('recordInference', () => {
  test('finds the transcripts up to date', async () => {
    const printed: string[] = [];
    const names = ['chat-stream', 'run-picture-bytes', 'messages-error-model'];
    const result = await recordInference({ names, check: true, print: (text) => printed.push(text) });
    expect([result, printed]).toEqual([{ recorded: 3, changed: [] }, []]);
  });

  test('refuses an unknown case', async () => {
    const error: unknown = await recordInference({ names: ['no-such-case'], check: true }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'inference-case' });
  });
});
