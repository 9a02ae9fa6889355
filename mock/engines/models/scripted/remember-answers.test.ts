import { expect, it } from 'vitest';
import type { Generation } from '../backend.ts';
import { type Asking, eventsOf } from './generate.ts';
import { rememberAnswers } from './remember-answers.ts';

const ask = (text: string, more: Partial<Generation> = {}): Asking => ({
  seed: 1,
  model: { id: 'openai/gpt-5' },
  request: { messages: [{ role: 'user', parts: [{ type: 'text', text }] }], ...more },
  reading: 'pieces',
});

it('answers the same with the same, as if it were made anew', () => {
  const answers = rememberAnswers(eventsOf);
  expect(answers(ask('Hello'))).toBe(answers(ask('Hello')));
  expect(answers(ask('Hello'))).toEqual(eventsOf(ask('Hello')));
});

it.each<[string, Asking]>([
  ['another text', ask('Hello!')],
  ['another seed', { ...ask('Hello'), seed: 2 }],
  ['another model', { ...ask('Hello'), model: { id: 'openai/gpt-5-mini' } }],
  ['another limit', ask('Hello', { maxTokens: 3 })],
  ['another reading', { ...ask('Hello'), reading: 'whole' }],
])('answers %s otherwise', (_, other) => {
  const answers = rememberAnswers(eventsOf);
  expect(answers(other)).not.toEqual(answers(ask('Hello')));
});

it.each<[string, Asking]>([
  ['a long text', ask('x'.repeat(5000))],
  ['many tools', ask('Hello', { tools: [{ name: 'x'.repeat(9000) }] })],
  [
    'a picture',
    ask('', {
      messages: [
        { role: 'user', parts: [{ type: 'media', mediaType: 'image/png', data: Uint8Array.of(1) }] },
      ],
    }),
  ],
])('does not remember %s', (_, asking) => {
  const answers = rememberAnswers(eventsOf);
  expect(answers(asking)).not.toBe(answers(asking));
});

it('keeps what is asked for again, and forgets what is not', () => {
  const answers = rememberAnswers(eventsOf);
  const [kept, forgotten] = [answers(ask('kept')), answers(ask('forgotten'))];
  for (let index = 0; index < 512; index++) {
    answers(ask(`text ${index}`));
    if (index % 100 === 0) answers(ask('kept'));
  }
  expect(answers(ask('kept'))).toBe(kept);
  expect(answers(ask('forgotten'))).not.toBe(forgotten);
});

it('answers the very same request by what it is asked of, and how', () => {
  const answers = rememberAnswers(eventsOf);
  const asking = ask('Hello');
  const [first] = [answers(asking), answers(asking), answers(asking)];
  expect(answers(asking)).toBe(first);
  const others = [
    { ...asking, seed: 2 },
    { ...asking, model: { id: 'openai/gpt-5-mini' } },
    { ...asking, reading: 'whole' as const },
  ];
  for (const other of others) expect(answers(other)).toEqual(eventsOf(other));
});
