import { describe, expect, it } from 'vitest';
import type { SentRequest, WholeAnswer } from '../../spec/client.ts';
import type { Exchange, Recorder } from './exchange.ts';
import { createSharedAnswers } from './shared-answers.ts';
import { madeExchange } from './testing/made-results.ts';

/** Somebody who answers each request with its number, and records of two tests. */
function world(answer: (asked: number) => WholeAnswer = (asked) => whole(`answer ${asked}`)) {
  let asked = 0;
  const shared = createSharedAnswers();
  const test = () => {
    const record: Exchange[] = [];
    const recorder: Recorder = {
      add(exchange) {
        const complete = { ...exchange, step: 'mine' };
        record.push(complete);
        return complete;
      },
    };
    const open = (kept: Recorder) => async () => {
      const made = answer(++asked);
      kept.add(madeExchange({ url: `http://a.invalid/${asked}` }));
      return made;
    };
    return { record, send: (request: SentRequest) => shared.send(request, open, recorder) };
  };
  return { one: test(), other: test(), asked: () => asked };
}

const whole = (text: string, status = 200): WholeAnswer => ({
  status,
  headers: new Headers(),
  bytes: new TextEncoder().encode(text),
});

const post = (body: string, headers: Record<string, string> = {}): SentRequest => ({
  method: 'POST',
  url: 'http://a.invalid/',
  body,
  headers,
});

describe('createSharedAnswers', () => {
  it('sends once what two tests ask, and has the exchange on the record of both', async () => {
    const { one, other, asked } = world();
    const answers = await Promise.all([one.send(post('a')), other.send(post('a'))]);
    expect(answers.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(['answer 1', 'answer 1']);
    expect([asked(), one.record, other.record.length]).toEqual([1, other.record, 1]);
  });

  it('sends whatever differs', async () => {
    const { one, other, asked } = world();
    await one.send(post('a'));
    await other.send(post('b'));
    await other.send(post('a', { authorization: 'Bearer b' }));
    expect(asked()).toBe(3);
  });

  it.each<[string, (asked: number) => WholeAnswer]>([
    ['a refusal', (asked) => whole('', asked === 1 ? 500 : 200)],
    [
      'no answer at all',
      (asked) => {
        if (asked === 1) throw new TypeError('connection reset');
        return whole('');
      },
    ],
  ])('shares %s with nobody', async (_, answer) => {
    const { one, other, asked } = world(answer);
    const first = one.send(post('a')).catch((error: Error) => error.message);
    const second = other.send(post('a'));
    await first;
    expect([(await second).status, asked()]).toEqual([200, 2]);
    expect((await one.send(post('a'))).status).toBe(200);
    expect(asked()).toBe(2);
  });
});
