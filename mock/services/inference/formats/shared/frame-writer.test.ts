import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyEvents, eventsOf, finished, text } from '../testing/events.ts';
import { type FrameWriter, writeFrames } from './frame-writer.ts';

/** Writes what it is told of. */
const telling: FrameWriter = {
  begin: (choice) => `begin ${choice}`,
  writeTexts: (texts, choice) => texts.map((text) => `${choice} "${text}"`).join(''),
  write: (event, choice) => (event.type === 'reasoning' ? '' : `${choice} ${JSON.stringify(event)}`),
  end: () => ['almost', 'end'],
  fail: (error) => `failed: ${error}`,
};

const collected = (choices: Parameters<typeof writeFrames>[0]) =>
  Array.fromAsync(writeFrames(choices, telling));

describe('frames', () => {
  test('are the same whether events come one by one or are all there', () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyEvents, { minLength: 1, maxLength: 3 }), async (choices) => {
        const there = await collected(choices);
        const oneByOne = await collected(choices.map((events) => eventsOf(events)));
        expect(there.join('')).toBe(oneByOne.join(''));
      }),
    ));

  test('of texts that are there are written together, as long as they are not many', async () => {
    const events = [...Array.from({ length: 300 }, (_, index) => text(`${index}`)).flat(), finished()];
    const frames = await collected([events]);
    expect(frames.map((frame) => frame.split('0 "').length - 1)).toEqual([0, 256, 44, 0, 0, 0]);
  });

  test('are there at once only where all choices are', async () => {
    const events = [...text('Hi'), finished()];
    expect(Symbol.iterator in writeFrames([events, events], telling)).toBe(true);
    expect(Symbol.iterator in writeFrames([events, eventsOf(events)], telling)).toBe(false);
  });

  test('of several choices follow each other', async () => {
    const frames = await collected([[finished()], [finished('length')]]);
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
    const frames = await collected([eventsOf(text('Hi'), new Error('no'))]);
    expect(frames.at(-1)).toBe('failed: Error: no');
  });

  test.each([
    { how: 'one by one', events: eventsOf(text('Hi')) },
    { how: 'all at once', events: text('Hi') },
  ])('just end where events that come $how have no finish', async ({ events }) => {
    expect(await collected([events])).toEqual(['begin 0', '0 "Hi"']);
  });
});
