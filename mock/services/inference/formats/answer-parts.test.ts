import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GenerationEvent } from '../../../engines/models/backend.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import { begun, inParts } from './answer-parts.ts';
import { chatCompletions } from './chat-completions/chat-completions.ts';
import { anyEvents, finished, getEvents, testContext, text } from './testing/events.ts';

const read = async (events: readonly GenerationEvent[]) => Array.fromAsync(inParts(getEvents(events)));

const piece = (index: number, json: string): GenerationEvent => ({ type: 'tool-arguments', index, json });

describe('events in parts', () => {
  test('refuses arguments of a call that never started', async () => {
    await expect(read([piece(0, '{}'), finished()])).rejects.toThrow(/never started/);
  });

  test('keep every character in its part, and never two parts open', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, async (events) => {
        let open: number | undefined;
        let added = '';
        const texts: string[] = [];
        for (const event of await read(events)) {
          if (event.type === 'finish') continue;
          if (event.type === 'start') {
            expect(open).toBeUndefined();
            open = event.index;
            added = '';
          } else if (event.type === 'delta') {
            expect(event.index).toBe(open);
            added += event.text;
          } else {
            expect([event.index, event.part.text]).toEqual([open, added]);
            texts.push(`${event.part.type} ${added}`);
            open = undefined;
          }
        }
        expect(open).toBeUndefined();
        expect(texts).toEqual(expectedTexts(events));
      }),
    );
  });
});

/** Reasoning, text and calls of generated events, each joined. */
function expectedTexts(events: readonly GenerationEvent[]): readonly string[] {
  const join = (type: 'reasoning' | 'text') =>
    events.map((event) => (event.type === type ? event.text : '')).join('');
  const calls = events.flatMap((event) => (event.type === 'tool-call' ? [event.index] : []));
  return [
    ...(['reasoning', 'text'] as const).flatMap((type) =>
      join(type) === '' ? [] : [`${type} ${join(type)}`],
    ),
    ...calls.map((index) => {
      const pieces = events.map((event) =>
        event.type === 'tool-arguments' && event.index === index ? event.json : '',
      );
      return `call ${pieces.join('')}`;
    }),
  ];
}

describe('events after the first one arrived', () => {
  test('are the same events', async () => {
    const events = [...text('Hel', 'lo'), finished()];
    expect(await Array.fromAsync(await begun(getEvents(events)))).toEqual(events);
  });

  test('throw an error before the first event at once', async () => {
    const error = new ModelError('bad-input', 'No.');
    await expect(begun(getEvents([], error))).rejects.toBe(error);
  });

  test('throw a later error later', async () => {
    const error = new ModelError('unavailable', 'Gone.');
    const events = await begun(getEvents(text('Hi'), error));
    await expect(Array.fromAsync(events)).rejects.toBe(error);
  });

  test('stop the model when the reader of the frames cancels', async () => {
    let left = false;
    async function* endless() {
      try {
        for (;;) yield { type: 'text', text: 'on ' } as const;
      } finally {
        left = true;
      }
    }
    const frames = chatCompletions.getFrames(await begun(endless()), testContext());
    for await (const frame of frames) if (frame.includes('on ')) break;
    expect(left).toBe(true);
  });
});
