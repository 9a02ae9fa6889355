import { describe, expect, it } from 'vitest';
import { aimockFixtures, mockLlmConfig, pieceLength } from './inference.ts';

const shape = { text: 'You wrote: “Hello”\n\nThis is an answer.', pieces: 10 };

describe('peers', () => {
  it.each([
    { length: 100, pieces: 10, expected: 10 },
    { length: 104, pieces: 10, expected: 10 },
    { length: 3, pieces: 10, expected: 1 },
  ])('send $length characters in about $pieces pieces of $expected', ({ length, pieces, expected }) => {
    expect(pieceLength({ text: 'x'.repeat(length), pieces })).toBe(expected);
  });

  it('answer with the given text', () => {
    expect(JSON.parse(aimockFixtures(shape)).fixtures[0].response.content).toBe(shape.text);
    const [rule] = JSON.parse(mockLlmConfig(shape)).rules;
    expect(JSON.parse(rule.response.content).choices[0].message.content).toBe(shape.text);
  });

  it('do not pause between pieces', () => {
    expect(JSON.parse(mockLlmConfig(shape)).streaming).toEqual({ chunkSize: 4, chunkIntervalMs: 0 });
  });
});
