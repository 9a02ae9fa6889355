import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GenerationEvent } from '../../../engines/models/backend.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import { begun, inParts } from './answer-parts.ts';
import { chatCompletions } from './chat-completions/chat-completions.ts';
import { anyEvents, call, finished, getEvents, reasoning, testContext, text } from './testing/events.ts';

const read = async (events: readonly GenerationEvent[]) => Array.fromAsync(inParts(getEvents(events)));

/** `+0` starts part 0, `0:x` adds x to it, `-0` ends it. */
const brief = async (events: readonly GenerationEvent[]) =>
  (await read(events)).map((event) => {
    if (event.type === 'finish') return event.reason;
    if (event.type === 'delta') return `${event.index}:${event.text}`;
    return `${event.type === 'start' ? '+' : '-'}${event.index}`;
  });

const piece = (index: number, json: string): GenerationEvent => ({ type: 'tool-arguments', index, json });

describe('events in parts', () => {
  test.each<[string, readonly GenerationEvent[], readonly string[]]>([
    ['nothing', [finished()], ['stop']],
    ['a text', [...text('a', 'b'), finished()], ['+0', '0:a', '0:b', '-0', 'stop']],
    ['empty pieces', [...text('', 'a', ''), finished()], ['+0', '0:a', '-0', 'stop']],
    [
      'a thought and a text',
      [...reasoning('a'), ...text('b'), finished()],
      ['+0', '0:a', '-0', '+1', '1:b', '-1', 'stop'],
    ],
    [
      'calls one after the other, without waiting',
      [...call(0, 'x', '{', '}'), ...call(1, 'y', '{}'), finished('tool-calls')],
      ['+0', '0:{', '0:}', '-0', '+1', '1:{}', '-1', 'tool-calls'],
    ],
    [
      'interleaved calls',
      [...call(0, 'x', '{'), ...call(1, 'y', '{'), piece(0, '}'), piece(1, '}'), finished('tool-calls')],
      ['+0', '0:{', '0:}', '-0', '+1', '1:{', '1:}', '-1', 'tool-calls'],
    ],
    [
      'a call that was cut off',
      [...call(0, 'x', '{'), ...text('a'), finished('length')],
      ['+0', '0:{', '-0', '+1', '1:a', '-1', 'length'],
    ],
    ['nothing after the finish', [finished(), ...text('a')], ['stop']],
    ['events without a finish', text('a'), ['+0', '0:a']],
  ])('reads %s', async (_, events, expected) => {
    expect(await brief(events)).toEqual(expected);
  });

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
