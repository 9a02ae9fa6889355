import type { ModelReplyInput } from '../../spec/model-reply.ts';
import type { TestContext } from '../harness/context.ts';

/**
 * Adds a model reply until the end of the test. Other tests use models at the same time, so every reply must match
 * something unique to this test, such as a text with `t.title()` in it.
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
  // The test may have removed it already.
  t.after(() => t.ask('touchstone.model-reply.remove', { params: { reply_id: id } }));
  return id;
}
