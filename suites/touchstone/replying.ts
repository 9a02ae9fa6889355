import type { ModelReplyInput } from '../../spec/model-reply.ts';
import type { TestContext } from '../harness/context.ts';

/**
 * Tells models what to reply until the test is over. Other tests ask models at the same time, so every reply
 * has to match what this test alone says, such as a text with `t.title()` in it.
 *
 * Its requirements, or its test, have the feature `admin`.
 *
 * @returns its id
 * @example
 * const prompt = t.title();
 * await replying(t, { match: { text: prompt }, reply: { text: 'Here.', delayMs: 500 } });
 */
export async function replying(t: TestContext, body: ModelReplyInput): Promise<string> {
  const added = await t.call('touchstone.model-reply.add', { body });
  const { id } = added.body;
  // It may have been taken out since.
  t.after(() => t.ask('touchstone.model-reply.remove', { params: { reply_id: id } }));
  return id;
}
