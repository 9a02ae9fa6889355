import { describe, expect, test } from 'vitest';
import { ModelError } from '../../../../engines/models/model-error.ts';
import { begun } from '../answer-parts.ts';
import { chatCompletions } from '../chat-completions/chat-completions.ts';
import { eventsOf, finished, testContext, text } from '../testing/events.ts';

describe('events that have begun', () => {
  test('are the same events', async () => {
    const events = [...text('Hel', 'lo'), finished()];
    expect(await Array.fromAsync(await begun(eventsOf(events)))).toEqual(events);
  });

  test('throw what comes before any event', async () => {
    const error = new ModelError('bad-input', 'No.');
    await expect(begun(eventsOf([], error))).rejects.toBe(error);
  });

  test('throw later what comes later', async () => {
    const error = new ModelError('unavailable', 'Gone.');
    const events = await begun(eventsOf(text('Hi'), error));
    await expect(Array.fromAsync(events)).rejects.toBe(error);
  });

  test('let go of the model when the reader of the frames leaves', async () => {
    let left = false;
    async function* endless() {
      try {
        for (;;) yield { type: 'text', text: 'on ' } as const;
      } finally {
        left = true;
      }
    }
    const frames = chatCompletions.framesOf(await begun(endless()), testContext());
    for await (const frame of frames) if (frame.includes('on ')) break;
    expect(left).toBe(true);
  });
});
