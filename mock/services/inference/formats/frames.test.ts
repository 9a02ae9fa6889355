import { describe, expect, test } from 'vitest';
import { type FrameWriter, writeFrames } from './frames.ts';
import { finished, getEvents, text } from './testing/events.ts';

/** Writes the events that it receives. */
const telling: FrameWriter = {
  begin: (choice) => `begin ${choice}`,
  write: (event, choice) => (event.type === 'reasoning' ? '' : `${choice} ${JSON.stringify(event)}`),
  end: () => ['almost', 'end'],
  fail: (error) => `failed: ${error}`,
};

const collected = (choices: Parameters<typeof writeFrames>[0]) =>
  Array.fromAsync(writeFrames(choices, telling));

describe('frames', () => {
  test('of several choices follow each other', async () => {
    const frames = await collected([getEvents([finished()]), getEvents([finished('length')])]);
    expect(frames.map((frame) => frame.split('{')[0])).toEqual([
      'begin 0',
      '0 ',
      'begin 1',
      '1 ',
      'almost',
      'end',
    ]);
  });

  test('end with a failure', async () => {
    const frames = await collected([getEvents(text('Hi'), new Error('no'))]);
    expect(frames.at(-1)).toBe('failed: Error: no');
  });

  test('just end when the events have no finish', async () => {
    expect(await collected([getEvents([]), getEvents([finished()])])).toEqual(['begin 0']);
    expect(await collected([getEvents(text('Hi'))])).toEqual(['begin 0', '0 {"type":"text","text":"Hi"}']);
  });
});
