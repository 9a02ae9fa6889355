import { describe, expect, it } from 'vitest';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient, getRefusal } from '../../assembly/testing/test-client.ts';

function start() {
  const mock = createMock({ models: { replies: [{ name: 'first', reply: { text: 'First.' } }] } });
  const client = getClient(mock);
  const names = async () =>
    (await client.call('touchstone.model-reply.list', {})).body.map(({ reply }) => reply?.name);
  return { mock, client, names };
}

describe('the replies of models in the admin interface', () => {
  it('can be removed, one or all, and those of the options come back with a reset', async () => {
    const { client, names } = start();
    await client.call('touchstone.model-reply.add', { body: { name: 'second', reply: {} } });
    const removed = await client.call('touchstone.model-reply.remove', { params: { reply_id: 'reply-2' } });
    expect([removed.body, await names()]).toEqual([{ id: 'reply-2' }, ['first']]);
    expect((await client.call('touchstone.model-reply.clear', {})).body).toEqual({ removed: 1 });
    expect(await names()).toEqual([]);
    await client.call('touchstone.world.reset', {});
    expect(await names()).toEqual(['first']);
  });

  it("are listed without members that JSON can't express", async () => {
    const { mock, client } = start();
    mock.models.add({ match: () => false, reply: { text: 'a' } }, { match: { text: /a/ }, reply: {} });
    const { body } = await client.call('touchstone.model-reply.list', {});
    expect(body.map(({ reply }) => reply)).toEqual([null, null, expect.objectContaining({ name: 'first' })]);
  });

  it('stay when one of their replacements is refused', async () => {
    const { client, names } = start();
    const body = [{ reply: {} }, { match: { toolResult: { text: { pattern: '(?=a)' } } }, reply: {} }];
    const refused = await client.call('touchstone.model-reply.replace', { body });
    expect(getRefusal(refused).pointer).toBe('/1/match/toolResult/text/pattern');
    expect(await names()).toEqual(['first']);
  });
});
