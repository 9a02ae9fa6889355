import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { Contract } from '../../spec/contract.ts';
import { ApiError, createMock, type Override } from '../index.ts';
import type { Actor } from '../world/credentials.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';

afterEach(() => vi.restoreAllMocks());

function start() {
  const mock = createMock();
  const { zoneId, accountId, apiToken } = mock.defaults;
  const ask = async (path: string, body?: unknown, token: string = apiToken) => {
    const response = await mock.fetch(
      new Request(`http://localhost/client/v4${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, body: await response.json() };
  };
  return { mock, ask, zoneId, accountId };
}

describe('an override', () => {
  it('runs the original and changes one member of its result', async () => {
    const { mock, ask, zoneId } = start();
    const usual = await ask(`/zones/${zoneId}`);
    const takeBack = mock.on('zones.zone.get', async ({ original }) => {
      const answer = await original();
      return { ...answer, result: { ...answer.result, paused: true } };
    });
    const changed = await ask(`/zones/${zoneId}`);
    expect(changed.body.result).toEqual({ ...usual.body.result, paused: true });
    takeBack();
    expect(await ask(`/zones/${zoneId}`)).toEqual(usual);
  });

  it('keeps the paging of a list whose result it changes', async () => {
    const { mock, ask } = start();
    mock.on('zones.zone.list', async ({ original }) => {
      const { result, ...rest } = await original();
      return { ...rest, result: result.map((zone) => ({ ...zone, name: 'other.test' })) };
    });
    const { body } = await ask('/zones');
    expect(body.result).toMatchObject([{ name: 'other.test' }]);
    expect(body.result_info).toMatchObject({ count: 1, page: 1 });
  });

  it('passes on a refusal of the original, and can inspect it', async () => {
    const { mock, ask, zoneId } = start();
    const seen: string[] = [];
    mock.on('token-validation.config.get', async ({ original }) => {
      try {
        return await original();
      } catch (error) {
        if (error instanceof ApiError) seen.push(error.failure);
        throw error;
      }
    });
    const path = `/zones/${zoneId}/token_validation/config/4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7`;
    expect((await ask(path)).status).toBe(404);
    expect(seen).toEqual(['config-unknown']);
  });

  it('refuses with a named failure, in the error shape of its operation', async () => {
    const { mock, ask, zoneId, accountId } = start();
    mock.on('zones.zone.get', () => {
      throw new ApiError('rate-limited', { retryAfter: 7 });
    });
    expect(await ask(`/zones/${zoneId}`)).toMatchObject({ status: 429, body: { errors: [{ code: 971 }] } });
    mock.on('inference.messages', () => {
      throw new ApiError('body-invalid', { field: 'messages', problem: 'too sad' });
    });
    const message = {
      model: 'anthropic/claude-sonnet-5',
      max_tokens: 5,
      messages: [{ role: 'user', content: 'Hi' }],
    };
    expect(await ask(`/accounts/${accountId}/ai/v1/messages`, message)).toMatchObject({
      status: 400,
      body: { type: 'error', error: { type: 'invalid_request_error' } },
    });
  });

  it('that throws another error is answered with 500, and the console names its operation', async () => {
    const { mock, ask, zoneId } = start();
    const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {});
    const thrown = new Error('a slip');
    mock.on('zones.zone.get', () => {
      throw thrown;
    });
    expect(await ask(`/zones/${zoneId}`)).toMatchObject({ status: 500, body: { errors: [{ code: 1000 }] } });
    expect(console.mock.calls).toEqual([['touchstone: zones.zone.get failed unexpectedly', thrown]]);
  });

  it('of a tenant takes precedence over one for all, which it can call as the original', async () => {
    const { mock, ask } = start();
    const tenant = mock.tenant();
    const add: (letter: string) => Override<Contract['zones.zone.get']> =
      (letter) =>
      async ({ original }) => {
        const { result } = await original();
        return { result: { ...result, name: `${letter}.${result.name}` } };
      };
    mock.on('zones.zone.get', add('all'));
    tenant.on('zones.zone.get', add('own'));
    const { body } = await ask(`/zones/${tenant.zoneId}`, undefined, tenant.apiToken);
    expect(body.result.name).toBe(`own.all.${tenant.zoneName}`);
  });

  it('may change its body, which no other call ever sees', async () => {
    const { mock, ask, accountId } = start();
    const chat = (content: string) => ({ model: 'openai/gpt-5', messages: [{ role: 'user', content }] });
    const replyTo = async (content: string) => {
      const { body } = await ask(`/accounts/${accountId}/ai/v1/chat/completions`, chat(content));
      return body.choices[0].message.content.split(' ').slice(0, 9).join(' ');
    };
    const usual = [await replyTo('tea'), await replyTo('tea'), await replyTo('tea')];
    const takeBack = mock.on('inference.chat-completions', ({ body, originalAnswer }) => {
      Object.assign(body, chat('coffee'));
      return originalAnswer();
    });
    const changed = [await replyTo('tea'), await replyTo('tea'), await replyTo('tea')];
    takeBack();
    expect(new Set(usual)).toEqual(new Set([await replyTo('tea')]));
    expect(new Set(changed)).toEqual(new Set([await replyTo('coffee')]));
  });

  it('gets a raw answer with originalAnswer(), and is told so by original()', async () => {
    const { mock, ask, accountId } = start();
    vi.spyOn(globalThis.console, 'error').mockImplementation(() => {});
    const chat = { model: 'openai/gpt-5', messages: [{ role: 'user', content: 'Hi' }], stream: true };
    const kinds: string[] = [];
    mock.on('inference.chat-completions', async ({ original, originalAnswer }) => {
      await original().catch((error: unknown) => kinds.push(String(error)));
      const answer = await originalAnswer();
      kinds.push(answer.stream === undefined && answer.written === undefined ? 'a result' : 'no result');
      throw new ApiError('rate-limited');
    });
    expect((await ask(`/accounts/${accountId}/ai/v1/chat/completions`, chat)).status).toBe(429);
    expect(kinds).toEqual([expect.stringContaining('call originalAnswer() instead'), 'no result']);
  });
});

describe('the types of an override', () => {
  it('match those of its operation', () => {
    const { mock } = start();
    mock.on('token-validation.config.create', async ({ body, params, query, zone, actor, original }) => {
      expectTypeOf(params).toEqualTypeOf<{ zone_id: string }>();
      expectTypeOf(query).toEqualTypeOf<Record<string, never>>();
      expectTypeOf(body.title).toEqualTypeOf<string>();
      expectTypeOf(body.credentials.keys).toBeArray();
      expectTypeOf(zone).toEqualTypeOf<ZoneTenant>();
      expectTypeOf(actor).toEqualTypeOf<Actor>();
      // @ts-expect-error there is no such member of the body
      void body.colour;
      const { result } = await original();
      expectTypeOf(result.id).toEqualTypeOf<string>();
      return { result: { ...result, title: body.title } };
    });
    mock.on('user.token.verify', ({ body, zone }) => {
      expectTypeOf(body).toEqualTypeOf<undefined>();
      expectTypeOf(zone).toEqualTypeOf<undefined>();
      return { result: { id: '0'.repeat(32), status: 'disabled' } };
    });
    // @ts-expect-error a status that no token has
    mock.on('user.token.verify', () => ({ result: { id: '0'.repeat(32), status: 'sleepy' } }));
    // @ts-expect-error a result that lacks what the contract promises
    mock.on('zones.zone.get', () => ({ result: { id: '0'.repeat(32) } }));
    // @ts-expect-error an operation that is none
    const strange = () => mock.on('zones.zone.gte', () => ({ result: {} }));
    expect(strange).toThrow('did you mean zones.zone.get?');
    // @ts-expect-error a failure that is none
    const wrong = () => new ApiError('zone-unkown');
    expect(wrong).toThrow();
  });
});
