import { expect, it } from 'vitest';
import { modelReplySchema, modelTasks } from '../../../../spec/model-reply.ts';
import { exampleReply, readSimple, toReadyReply, toReply } from './reply.ts';

it('makes a reply for every task that the contract accepts', () => {
  const replies = modelTasks.map((task) => toReadyReply({ task, model: '@cf/a/b', text: 'Hello' }));
  for (const reply of [exampleReply, ...replies]) {
    expect(modelReplySchema.safeParse(reply).error).toBeUndefined();
  }
});

it('matches a text that was cut by its start', () => {
  expect(toReadyReply({ task: 'generate', model: 'm', text: 'A long…' }).match?.text).toEqual({
    contains: 'A long',
  });
});

it('fills a form from a reply that the form can say, and from no other', () => {
  const simple = { contains: 'weather', answer: 'Sunny.' };
  expect(readSimple(JSON.stringify(toReply(simple)))).toEqual(simple);
  expect(readSimple('{ "reply": { "text": "Hello" } }')).toEqual({ contains: '', answer: 'Hello' });
  const others = [
    '{',
    'null',
    '{ "reply": {} }',
    '{ "match": { "text": { "equals": "a" } }, "reply": { "text": "b" } }',
    '{ "match": { "text": "a", "model": "m" }, "reply": { "text": "b" } }',
    '{ "times": "once", "reply": { "text": "b" } }',
  ];
  for (const other of others) expect(readSimple(other), other).toBeUndefined();
});
