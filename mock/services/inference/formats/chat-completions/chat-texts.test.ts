import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyEvents, eventsOf, finished, testContext, text } from '../testing/events.ts';
import { answerOf } from './answer-of.ts';
import { ChatTexts } from './chat-texts.ts';

describe('the text of a chat completion', () => {
  test('is the completion as JSON, however often its events come', () =>
    fc.assert(
      fc.asyncProperty(anyEvents, async (events) => {
        const texts = new ChatTexts();
        const [context, same] = [testContext('a/"b"'), testContext('a/"b"')];
        for (let time = 0; time < 4; time++)
          expect(await texts.of([events], context)).toBe(JSON.stringify(await answerOf([events], same)));
      }),
    ));

  test('tells all choices, and events that come one by one', async () => {
    const texts = new ChatTexts();
    const events = [...text('Hi'), finished()];
    const whole = JSON.stringify(await answerOf([events, events], testContext()));
    expect(await texts.of([events, events], testContext())).toBe(whole);
    expect(await texts.of([eventsOf(events), eventsOf(events)], testContext())).toBe(whole);
  });

  test('is none of an answer that broke off, each time', () => {
    const texts = new ChatTexts();
    const events = text('Hi');
    for (let time = 0; time < 3; time++)
      expect(() => texts.of([events], testContext())).toThrow('The model broke off');
  });
});
