import { describe, expect, it } from 'vitest';
import { createMock } from '../../../create-mock.ts';
import { worldDefaults } from '../../../world/defaults.ts';

const { accountId, apiToken } = worldDefaults;
const mock = createMock();

const prompt = 'What is the 10th Fibonacci number?';
const program = 'a, b = 0, 1\nfor _ in range(10):\n    a, b = b, a + b\nprint(a)';
const parameters = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] };
const description = 'Execute Python code and return the output';
const name = 'execute_python';
const messages = [{ role: 'user', content: prompt }];
const nested = [{ type: 'function', function: { name, description, parameters } }];

async function post(path: string, body: object): Promise<string> {
  const request = new Request(`http://localhost/client/v4/accounts/${accountId}/ai/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiToken}`,
      'content-type': 'application/json',
      'cf-aig-gateway-id': 'default',
    },
    body: JSON.stringify(body),
  });
  const answer = await mock.fetch(request);
  expect(answer.status).toBe(200);
  return answer.text();
}

/** A request of a tool in each format, with the place of the path. */
const formats: readonly (readonly [format: string, path: string, body: object])[] = [
  ['chat completions', 'v1/chat/completions', { model: '@cf/openai/gpt-oss-120b', messages, tools: nested }],
  [
    'responses',
    'v1/responses',
    {
      model: '@cf/openai/gpt-oss-120b',
      input: prompt,
      tools: [{ type: 'function', name, description, parameters }],
    },
  ],
  [
    'messages',
    'v1/messages',
    {
      model: 'anthropic/claude-sonnet-5',
      max_tokens: 1000,
      messages,
      tools: [{ name, description, input_schema: parameters }],
    },
  ],
  ['a run of the new shape', 'run/@cf/openai/gpt-oss-120b', { messages, tools: nested }],
  [
    'a run of the old shape',
    'run/@cf/meta/llama-3.1-8b-instruct',
    { messages, tools: [{ name, description, parameters }] },
  ],
];

describe('a program for a task', () => {
  it.each(formats)('is called for in %s', async (_, path, body) => {
    const answer = await post(path, body);
    expect(answer).toContain(name);
    // Arguments are JSON, and where they stand as text they are JSON in JSON.
    const once = JSON.stringify(program).slice(1, -1);
    const twice = JSON.stringify(once).slice(1, -1);
    expect([once, twice].some((written) => answer.includes(written))).toBe(true);
  });

  it.each(formats)('is called for in a stream of %s', async (_, path, body) => {
    const answer = await post(path, { ...body, stream: true });
    const pieces = [...answer.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => JSON.parse(json));
    const written = pieces.flatMap(argumentsIn).join('');
    expect(JSON.parse(written)).toEqual({ code: program });
  });
});

/** Pieces of arguments in one event of each format. */
function argumentsIn(event: unknown): readonly string[] {
  const { choices, tool_calls, type, delta } = event as {
    choices?: { delta?: { tool_calls?: { function?: { arguments?: string } }[] } }[];
    tool_calls?: { function?: { arguments?: string } }[];
    type?: string;
    delta?: string | { partial_json?: string };
  }; // Whatever does not hold them is read as nothing.
  if (type === 'response.function_call_arguments.delta' && typeof delta === 'string') return [delta];
  if (type === 'content_block_delta' && typeof delta === 'object') return [delta.partial_json ?? ''];
  const calls = choices?.[0]?.delta?.tool_calls ?? tool_calls ?? [];
  return calls.map((call) => call.function?.arguments ?? '');
}
