import { expect, it } from 'vitest';
import { toOutcome } from './run-outcome.ts';

const json = (body: unknown, status?: number) => ({
  written: JSON.stringify(body),
  mediaType: 'application/json',
  ...(status !== undefined && { status }),
});

it.each([
  [
    'an object',
    json({ response: 'Hi', usage: { total_tokens: 3 } }),
    { response: 'Hi', usage: { total_tokens: 3 } },
  ],
  ['a list', json([{ label: 'A', score: 1 }]), { output: [{ label: 'A', score: 1 }] }],
  [
    'bytes',
    { written: Uint8Array.of(1, 2), mediaType: 'image/png' },
    { content_type: 'image/png', data: 'AQI=' },
  ],
])('of %s is an object', (_, answer, result) => {
  const usage = 'usage' in result ? result.usage : {};
  expect(toOutcome(answer)).toEqual({ result, usage });
});

it('of a refusal is its first error', () => {
  const refusal = { success: false, errors: [{ code: 2003, message: 'Rate limited' }], result: {} };
  expect(toOutcome(json(refusal, 429))).toEqual({ error: { code: '2003', message: 'Rate limited' } });
});
