import { describe, expect, it } from 'vitest';
import { joinedFrames } from './joined-frames.ts';

describe('joinedFrames', () => {
  it.each([
    { what: 'nothing of nothing', frames: [], pieces: [] },
    { what: 'one piece of short frames', frames: ['a', 'b', 'c'], pieces: ['abc'] },
    {
      what: 'a piece as soon as it is long',
      frames: ['a', 'b'.repeat(70_000), 'c'],
      pieces: [`a${'b'.repeat(70_000)}`, 'c'],
    },
  ])('gives $what', ({ frames, pieces }) => {
    expect([...joinedFrames(frames)]).toEqual(pieces);
  });

  it('reads no further than the piece that is asked for, and lets go of the frames when nobody wants more', () => {
    let read = 0;
    let left = false;
    const endless = (function* () {
      try {
        for (;;) {
          read++;
          yield 'a'.repeat(1000);
        }
      } finally {
        left = true;
      }
    })();
    const pieces = joinedFrames(endless);
    expect(read).toBe(0);
    expect(pieces.next().value).toHaveLength(66_000);
    expect(read).toBe(66);
    pieces.return();
    expect(left).toBe(true);
  });
});
