import { ask, call } from './api.ts';
import type { Door, SharedTest } from './door.ts';
import { contains, equal } from './expect.ts';

const model = '@cf/meta/llama-3.1-8b-instruct';

const run = ({ platform }: Door) => `/accounts/${platform.accountId}/ai/run/${model}`;

export const inferenceTests: readonly SharedTest[] = [
  {
    title: 'a model answers as a stream of events',
    run: async (door) => {
      const body = { prompt: 'What is 6 times 7?', stream: true };
      const answer = await ask(door, 'POST', run(door), body, { 'cf-aig-gateway-id': 'default' });
      equal(answer.headers.get('content-type'), 'text/event-stream', 'the type');
      const events = (await answer.text()).trimEnd().split('\n\n');
      equal(events.at(-1), 'data: [DONE]', 'the last event');
      const texts = events.slice(0, -1).map((event) => JSON.parse(event.replace('data: ', '')).response);
      contains(texts.join(''), '42', 'the answer');
    },
  },
  {
    title: 'a model gives the reply that a test has set',
    run: async (door) => {
      const { mock, platform } = door;
      // Replies belong to the mock, which other tests share.
      const question = `How is the weather at ${platform.zoneName}?`;
      mock.models.add({ match: { text: platform.zoneName }, reply: { text: 'Sunny.' } });
      const answer = await ask(door, 'POST', `/accounts/${platform.accountId}/ai/v1/chat/completions`, {
        model: 'openai/gpt-5',
        messages: [{ role: 'user', content: question }],
      });
      const { choices } = await answer.json();
      equal(choices?.[0]?.message?.content, 'Sunny.', 'the reply');
    },
  },
  {
    title: 'a gateway answers from its cache until the entry expires',
    run: async (door) => {
      const { accountId, clock } = door.platform;
      clock.freeze();
      await call(door, 'POST', `/accounts/${accountId}/ai-gateway/gateways`, {
        id: 'caching',
        cache_ttl: 60,
        cache_invalidate_on_update: false,
        collect_logs: true,
        rate_limiting_interval: 0,
        rate_limiting_limit: 0,
      });
      const send = async () => {
        const headers = { 'cf-aig-gateway-id': 'caching' };
        const answer = await ask(door, 'POST', run(door), { prompt: 'Name a river.' }, headers);
        await answer.arrayBuffer();
        return answer.headers.get('cf-aig-cache-status');
      };
      equal([await send(), await send()], ['MISS', 'HIT'], 'the cache, before');
      clock.advance(61);
      equal(await send(), 'MISS', 'the cache, after');
    },
  },
];
