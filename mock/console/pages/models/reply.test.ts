import { expect, it } from 'vitest';
import { modelReplySchema, modelTasks } from '../../../../spec/model-reply.ts';
import { exampleReply, toReadyReply } from './reply.ts';

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
