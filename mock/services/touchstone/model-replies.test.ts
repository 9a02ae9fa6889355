import { describe, expect, it } from 'vitest';
import { createMock } from '../../create-mock.ts';
import { clientOf, refusalOf } from '../../testing/test-client.ts';

function start() {
  const mock = createMock({ models: { replies: [{ name: 'first', reply: { text: 'First.' } }] } });
  const client = clientOf(mock);
  const names = async () =>
    (await client.call('touchstone.model-reply.list', {})).body.map(({ reply }) => reply?.name);
  return { mock, client, names };
}

describe('the replies of models in the admin interface', () => {
  it('are added before those that there are', async () => {
    const { client, names } = start();
    const body = { name: 'second', match: { text: 'a' }, times: 2, reply: { text: 'Second.' } };
    const added = await client.call('touchstone.model-reply.add', { body });
    expect([added.status, added.body]).toEqual([201, { id: 'reply-2', used: 0, left: 2, reply: body }]);
    expect(await names()).toEqual(['second', 'first']);
  });

  it('are put in place of all that there are', async () => {
    const { client, names } = start();
    const body = ['a', 'b'].map((name) => ({ name, reply: { text: name } }));
    const { body: records } = await client.call('touchstone.model-reply.replace', { body });
    expect(records.map(({ id, left }) => [id, left])).toEqual([
      ['reply-2', null],
      ['reply-3', null],
    ]);
    expect(await names()).toEqual(['a', 'b']);
  });

  it('are taken out, one or all, and come back with a reset if they were options', async () => {
    const { client, names } = start();
    await client.call('touchstone.model-reply.add', { body: { name: 'second', reply: {} } });
    const removed = await client.call('touchstone.model-reply.remove', { params: { reply_id: 'reply-2' } });
    expect([removed.body, await names()]).toEqual([{ id: 'reply-2' }, ['first']]);
    expect((await client.call('touchstone.model-reply.clear', {})).body).toEqual({ removed: 1 });
    expect(await names()).toEqual([]);
    await client.call('touchstone.world.reset', {});
    expect(await names()).toEqual(['first']);
  });

  it('are listed without what no JSON can say', async () => {
    const { mock, client } = start();
    mock.models.add({ match: () => false, reply: { text: 'a' } }, { match: { text: /a/ }, reply: {} });
    const { body } = await client.call('touchstone.model-reply.list', {});
    expect(body.map(({ reply }) => reply)).toEqual([null, null, expect.objectContaining({ name: 'first' })]);
  });

  it('show what was asked that none of them matched', async () => {
    const { client } = start();
    const { body } = await client.call('touchstone.model-reply.unmatched', {});
    expect(body).toEqual({ count: 0, newest: [] });
  });

  it.each<[string, unknown, string]>([
    ['a member that does not exist', { reply: { txt: 'a' } }, '/reply'],
    ['a wait into the past', { reply: { delayMs: -1 } }, '/reply/delayMs'],
    ['a pattern that cannot be', { match: { text: { pattern: '(' } }, reply: {} }, '/match/text/pattern'],
    ['a status of success', { reply: { error: { status: 200 } } }, '/reply/error/status'],
    ['text and JSON', { reply: { text: 'a', json: 1 } }, '/reply'],
    ['no reply', {}, '/reply'],
  ])('are refused with %s, at its place', async (_, body, pointer) => {
    const { client, names } = start();
    const refused = await client.call('touchstone.model-reply.add', { body: body as never }); // faulty on purpose
    expect([refused.status, refusalOf(refused).pointer]).toEqual([400, pointer]);
    expect(await names()).toEqual(['first']);
  });

  it('stay when one of those that shall replace them is refused', async () => {
    const { client, names } = start();
    const body = [{ reply: {} }, { match: { toolResult: { text: { pattern: '(?=a)' } } }, reply: {} }];
    const refused = await client.call('touchstone.model-reply.replace', { body });
    expect(refusalOf(refused).pointer).toBe('/1/match/toolResult/text/pattern');
    expect(await names()).toEqual(['first']);
  });

  it('cannot be taken out where they are not', async () => {
    const { client } = start();
    const refused = await client.call('touchstone.model-reply.remove', { params: { reply_id: 'reply-9' } });
    expect([refused.status, refusalOf(refused).message]).toEqual([404, expect.stringContaining('reply-9')]);
  });
});
