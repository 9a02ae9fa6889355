import { expect, it } from 'vitest';
import { createMock } from '../../assembly/create-mock.ts';
import type { MockOptions } from '../../assembly/options.ts';

/** Runs a model and returns its explanation in the journal. */
async function reasons(
  body: object,
  options: MockOptions = {},
  mock = createMock({ gatewayHeader: 'optional', ...options }),
) {
  const url = `http://localhost/client/v4/accounts/${mock.defaults.accountId}/ai/run/@cf/meta/llama-3.1-8b-instruct`;
  const headers = { authorization: `Bearer ${mock.defaults.apiToken}`, 'content-type': 'application/json' };
  const answer = await mock.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
  await answer.text();
  const entry = mock.journal.find({});
  return { status: entry?.status, lines: entry?.explanation };
}

const replies = [
  { name: 'weather', match: { text: 'weather' }, reply: { text: 'Sunny.' } },
  { name: 'other', match: { model: '@cf/qwen/*', text: 'time' }, reply: { text: 'Noon.' } },
];

it('names the nearest reply of a run, and the mismatches', async () => {
  const { status, lines } = await reasons({ prompt: 'Say "hello" to\nAda' }, { models: { replies } });
  expect(status).toBe(200);
  expect(lines).toEqual([
    'reply "weather" did not match: text is "Say \\"hello\\" to\\nAda", not "weather"',
    'reply "other" did not match: model is "@cf/meta/llama-3.1-8b-instruct", not "@cf/qwen/*", text is "Say \\"hello\\" to\\nAda", not "time"',
  ]);
});

it('explains a run that fails without a reply in the same way', async () => {
  const { status, lines } = await reasons({ prompt: 'Hello' }, { models: { replies, strict: true } });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(lines?.at(-2)).toBe('reply "weather" did not match: text is "Hello", not "weather"');
});

it('is empty when a reply matched, or when there are none', async () => {
  expect((await reasons({ prompt: 'weather' }, { models: { replies } })).lines).toEqual([]);
  expect((await reasons({ prompt: 'weather' })).lines).toEqual([]);
});

it('explains each run of a model by its own text', async () => {
  const mock = createMock({ gatewayHeader: 'optional', models: { replies } });
  await reasons({ prompt: 'Hello' }, {}, mock);
  const { lines } = await reasons({ prompt: 'Goodbye' }, {}, mock);
  expect(lines).toHaveLength(2);
  for (const line of lines ?? []) expect(line).toContain('text is "Goodbye"');
});
