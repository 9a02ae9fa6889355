import { describe, expect, it } from 'vitest';
import type { Exchange } from './exchange.ts';
import { createRemoteFetch } from './git-remote.ts';
import { createRedactor } from './redact.ts';

const token = `art_v2_x_${'0123456789'.repeat(4)}`;

function remote(answer: (request: Request) => Promise<Response> | Response) {
  const kept: Omit<Exchange, 'step'>[] = [];
  const recorder = {
    add(exchange: Omit<Exchange, 'step'>) {
      kept.push(exchange);
      return { ...exchange, step: null };
    },
  };
  const fetch = async (request: Request) => answer(request);
  return { kept, send: createRemoteFetch({ fetch, timeout: 1_000, redactor: createRedactor([]), recorder }) };
}

describe('a request to a remote', () => {
  it('sends bytes or chunks, and returns the answer', async () => {
    const { send } = remote(async (request) => new Response(await request.arrayBuffer(), { status: 201 }));
    async function* pieces() {
      yield Uint8Array.from([1, 2]);
      yield Uint8Array.from([3]);
    }
    for (const body of [Uint8Array.from([1, 2, 3]), pieces()]) {
      const { status, bytes } = await send({ method: 'POST', url: 'http://git.example/a.git', body });
      expect([status, ...bytes]).toEqual([201, 1, 2, 3]);
    }
  });

  it('records the exchange, without tokens', async () => {
    const { kept, send } = remote(() => new Response(`0005\0${token}`));
    await send({ url: 'http://git.example/a.git', headers: { authorization: `Bearer ${token}` } });
    expect(kept).toMatchObject([{ plane: 'git', response: { status: 200, body: '0005.<redacted>' } }]);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  it('fails where no answer comes', async () => {
    const { kept, send } = remote(() => {
      throw new TypeError('ECONNREFUSED');
    });
    await expect(send({ url: 'http://git.example/a.git' })).rejects.toThrow('GET /a.git: connection refused');
    expect(kept[0]?.error).toBe('connection refused');
  });
});
