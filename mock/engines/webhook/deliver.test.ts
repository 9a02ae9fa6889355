import { describe, expect, it } from 'vitest';
import { type DeliveryOptions, deliver } from './deliver.ts';
import { type Connect, fetchConnect, type OutgoingPost, WebhookConnectError } from './destination.ts';

const stream = (text: string) => new Response(text).body;
const never = new Promise<never>(() => {});

function options(connect: Connect, more: Partial<DeliveryOptions> = {}): DeliveryOptions {
  return {
    url: 'https://hooks.example.com/runs',
    body: '{"id":"1"}',
    headers: { 'content-type': 'application/json' },
    resolve: async () => ['1.1.1.1'],
    connect,
    ...more,
  };
}

/** A receiver that records its requests. */
function receiver(status: number, text = '') {
  const posts: OutgoingPost[] = [];
  const connect: Connect = async (post) => {
    posts.push(post);
    return { status, address: post.addresses[0]?.address ?? null, body: stream(text) };
  };
  return { posts, connect };
}

describe('deliver', () => {
  it('sends one POST to the checked address and returns the response', async () => {
    const { posts, connect } = receiver(202, 'thanks');
    expect(await deliver(options(connect))).toEqual({
      outcome: 'delivered',
      status: 202,
      address: '1.1.1.1',
      answer: new TextEncoder().encode('thanks'),
      answerComplete: true,
    });
    expect(posts).toHaveLength(1);
    expect(posts[0]).toMatchObject({
      host: 'hooks.example.com',
      addresses: [{ address: '1.1.1.1', family: 4 }],
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode('{"id":"1"}'),
    });
  });

  it.each([302, 307, 404, 429, 500, 503])(
    'is done after a response of %i: nothing is followed or sent again',
    async (status) => {
      const { posts, connect } = receiver(status);
      expect(await deliver(options(connect))).toMatchObject({ outcome: 'delivered', status });
      expect(posts).toHaveLength(1);
    },
  );

  it('resolves once, so that a second answer has no effect', async () => {
    const answers = [['1.1.1.1'], ['127.0.0.1']];
    const { posts, connect } = receiver(200);
    await deliver(options(connect, { resolve: async () => answers.shift() ?? [] }));
    expect(posts[0]?.addresses).toEqual([{ address: '1.1.1.1', family: 4 }]);
    expect(answers).toHaveLength(1);
  });

  it('sends nothing to a refused destination', async () => {
    const { posts, connect } = receiver(200);
    const result = await deliver(options(connect, { resolve: async () => ['10.0.0.1'] }));
    expect(result).toMatchObject({ outcome: 'refused', reason: 'private-address' });
    expect(posts).toEqual([]);
  });

  it.each([
    ['connection', new WebhookConnectError('connection', 'refused')],
    ['certificate', new WebhookConnectError('certificate', 'not trusted')],
    ['connection', new TypeError('anything else')],
  ])('fails once with the reason %s', async (reason, error) => {
    let count = 0;
    const connect: Connect = async () => {
      count++;
      throw error;
    };
    expect(await deliver(options(connect))).toEqual({ outcome: 'failed', reason, message: error.message });
    expect(count).toBe(1);
  });

  it('keeps the beginning of a long response and cancels the rest', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(10)),
      cancel: () => {
        cancelled = true;
      },
    });
    const connect: Connect = async () => ({ status: 200, address: null, body });
    const result = await deliver(options(connect, { maxAnswerBytes: 25 }));
    expect(result).toMatchObject({ outcome: 'delivered', answer: new Uint8Array(25), answerComplete: false });
    expect(cancelled).toBe(true);
  });

  it.each<[string, Partial<DeliveryOptions>]>([
    ['a resolver', { resolve: () => never }],
    ['a connection', { connect: () => never }],
  ])('does not wait longer than its limit for %s that ignores its signal', async (_name, more) => {
    const result = await deliver(options(receiver(200).connect, { timeoutMs: 20, ...more }));
    expect(result).toMatchObject({
      outcome: 'failed',
      reason: 'timeout',
      message: expect.stringContaining('20 ms'),
    });
  });

  it('counts a response with an endless body as delivered', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array([1])),
    });
    const connect: Connect = async () => ({ status: 200, address: null, body });
    const result = await deliver(options(connect, { timeoutMs: 500 }));
    expect(result).toMatchObject({
      outcome: 'delivered',
      answer: new Uint8Array([1]),
      answerComplete: false,
    });
  });

  it('ends when its signal is aborted, before or while it waits', async () => {
    const { posts, connect } = receiver(200);
    const before = await deliver(options(connect, { signal: AbortSignal.abort() }));
    expect(before).toMatchObject({ outcome: 'failed', reason: 'aborted' });
    expect(posts).toEqual([]);
    const abort = new AbortController();
    const waiting = deliver(options(() => never, { signal: abort.signal }));
    abort.abort();
    expect(await waiting).toMatchObject({ outcome: 'failed', reason: 'aborted' });
  });
});

describe('fetchConnect', () => {
  it('sends the POST and follows no redirect', async () => {
    const requests: Request[] = [];
    const connect = fetchConnect(async (request) => {
      requests.push(request.clone());
      return new Response('moved', { status: 302, headers: { location: 'https://127.0.0.1/' } });
    });
    expect(await deliver(options(connect))).toMatchObject({
      outcome: 'delivered',
      status: 302,
      address: null,
    });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      redirect: 'manual',
      url: 'https://hooks.example.com/runs',
    });
    expect(await requests[0]?.text()).toBe('{"id":"1"}');
  });

  it('fails when fetch does', async () => {
    const connect = fetchConnect(() => Promise.reject(new TypeError('unable to connect')));
    expect(await deliver(options(connect))).toEqual({
      outcome: 'failed',
      reason: 'connection',
      message: 'unable to connect',
    });
  });
});
