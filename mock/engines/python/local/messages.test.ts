import { describe, expect, it } from 'vitest';
import {
  type OutputStream,
  outputWriter,
  readOutput,
  readWorkerMessage,
  sharedOutputBytes,
} from './messages.ts';

const shared = new SharedArrayBuffer(1);

it.each([
  [{ kind: 'ready' }, true],
  [{ kind: 'overflow' }, true],
  [{ kind: 'ended', outcome: '{}' }, true],
  [{ kind: 'snapshot', snapshot: shared }, true],
  [{ kind: 'ended', outcome: 1 }, false],
  [{ kind: 'ended' }, false],
  [{ kind: 'failed', reason: {} }, false],
  [{ kind: 'snapshot', snapshot: 'x' }, false],
  [{ kind: 'other' }, false],
  ['ready', false],
  [null, false],
])('reads %o from an interpreter: %s', (value, listened) => {
  expect(readWorkerMessage(value)).toBe(listened ? value : undefined);
});

const bytes = (text: string) => new TextEncoder().encode(text);
const getOutput = (atMost: number, pieces: readonly (readonly [OutputStream, Uint8Array])[]) => {
  const shared = new SharedArrayBuffer(sharedOutputBytes(atMost));
  const put = outputWriter(shared, atMost);
  return { fitted: pieces.map(([stream, piece]) => put(stream, piece)), ...readOutput(shared) };
};

describe('output in shared memory', () => {
  it('is separated by stream', () => {
    const pieces = [
      [0, bytes('a')],
      [0, bytes('b')],
      [1, bytes('c')],
      [0, bytes('d')],
    ] as const;
    expect(getOutput(100, pieces)).toEqual({ fitted: [true, true, true, true], stdout: 'abd', stderr: 'c' });
  });

  it('keeps characters that were written in parts, around the other stream', () => {
    const [first = 0, second = 0] = bytes('é');
    const pieces = [
      [0, Uint8Array.of(first)],
      [1, bytes('x')],
      [0, Uint8Array.of(second)],
    ] as const;
    expect(getOutput(100, pieces)).toMatchObject({ stdout: 'é', stderr: 'x' });
  });

  it('is kept up to its limit, and reported as too long beyond', () => {
    const pieces = [
      [0, bytes('abc')],
      [1, bytes('de')],
      [0, bytes('g')],
    ] as const;
    expect(getOutput(5, pieces)).toEqual({ fitted: [true, true, false], stdout: 'abc', stderr: 'de' });
  });

  it('ends when the streams alternate too often for its space', () => {
    const pieces = Array.from({ length: 2_000 }, (_, n) => [n % 2 ? 1 : 0, bytes('x')] as const);
    const { fitted, stdout, stderr } = getOutput(2_000, pieces);
    expect(fitted).toContain(false);
    expect(stdout.length + stderr.length).toBeLessThan(2_000);
  });

  it('is empty without writes', () => {
    expect(getOutput(10, [])).toEqual({ fitted: [], stdout: '', stderr: '' });
  });
});
