import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { base64, type ClientScenario, type Platform, picture, weather } from './scenario.ts';

const model = 'openai/gpt-5';
const hosted = '@cf/meta/llama-3.1-8b-instruct';

const getClient = ({ api, accountId, token }: Platform) =>
  new OpenAI({
    apiKey: token,
    baseURL: `${api}/accounts/${accountId}/ai/v1`,
    defaultHeaders: { 'cf-aig-gateway-id': 'default' },
    maxRetries: 0,
  });

const tools = [
  {
    type: 'function' as const,
    function: {
      name: weather.name,
      description: weather.description,
      parameters: { ...weather.parameters, required: [...weather.parameters.required] },
    },
  },
];

const person = z.object({
  name: z.string(),
  age: z.number().int().min(18),
  tags: z.array(z.enum(['a', 'b'])),
});

/** The npm package `openai`, with the base URL of the seed. */
export const openaiScenario: ClientScenario = {
  client: 'openai',
  steps: {
    plain: async (platform) => {
      const client = getClient(platform);
      for (const asked of [model, hosted]) {
        const messages = [{ role: 'user' as const, content: 'Name three rivers.' }];
        const answer = await client.chat.completions.create({ model: asked, messages });
        assert.ok(answer.choices[0]?.message.content);
        assert.equal(answer.model, asked);
        assert.ok((answer.usage?.total_tokens ?? 0) > 0);
      }
      const response = await client.responses.create({ model, input: 'Name three lakes.' });
      assert.ok(response.output_text.length > 0);
      assert.equal(response.status, 'completed');
    },
    streamed: async (platform) => {
      const client = getClient(platform);
      const messages = [{ role: 'user' as const, content: 'Write a short poem about tides.' }];
      const stream = client.chat.completions.stream({ model, messages });
      let text = '';
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
      assert.equal(text, await stream.finalContent());
      const whole = await client.chat.completions.create({ model, messages });
      assert.equal(text, whole.choices[0]?.message.content);
      const events = await client.responses.create({ model, input: 'Count to five.', stream: true });
      const types: string[] = [];
      for await (const event of events) types.push(event.type);
      assert.equal(types[0], 'response.created');
      assert.equal(types.at(-1), 'response.completed');
    },
    'tool loop': async (platform) => {
      let city = '';
      const runner = getClient(platform).chat.completions.runTools({
        model,
        messages: [{ role: 'user', content: weather.question }],
        tools: [
          {
            type: 'function',
            function: {
              name: weather.name,
              description: weather.description,
              parameters: { ...weather.parameters, required: [...weather.parameters.required] },
              parse: JSON.parse,
              function: (input: { city: string }) => {
                city = input.city;
                return weather.answer;
              },
            },
          },
        ],
      });
      assert.match((await runner.finalContent()) ?? '', weather.proof);
      assert.match(city, /Lisbon/);
    },
    'streamed tool call': async (platform) => {
      const stream = getClient(platform).chat.completions.stream({
        model,
        messages: [{ role: 'user', content: weather.question }],
        tools,
      });
      const [call] = (await stream.finalMessage()).tool_calls ?? [];
      assert.ok(call?.type === 'function');
      assert.equal(call.function.name, weather.name);
      assert.match(JSON.parse(call.function.arguments).city, /Lisbon/);
    },
    'structured answers': async (platform) => {
      const client = getClient(platform);
      const messages = [{ role: 'user' as const, content: 'Make up a person.' }];
      for (const asked of [model, hosted]) {
        const body = { model: asked, messages, response_format: zodResponseFormat(person, 'person') };
        const { choices } = await client.chat.completions.parse(body);
        const streamed = await client.chat.completions.stream(body).finalChatCompletion();
        for (const choice of [choices[0], streamed.choices[0]]) {
          assert.match(person.parse(choice?.message.parsed).name, /^\w/);
        }
      }
      const format = { text: { format: zodTextFormat(person, 'person') } };
      const response = await client.responses.parse({
        model,
        input: 'Make up a person.',
        ...format,
      });
      assert.match(person.parse(response.output_parsed).name, /^\w/);
    },
    'conversation by its responses': async (platform) => {
      const client = getClient(platform);
      const input = 'My name is Zoe.';
      const first = await client.responses.create({ model, input });
      const next = { model, input: 'What is my name?' };
      const second = await client.responses.create({ ...next, previous_response_id: first.id });
      assert.match(second.output_text, /Zoe/);
      const unkept = await client.responses.create({ model, input, store: false });
      await assert.rejects(
        client.responses.create({ ...next, previous_response_id: unkept.id }),
        (error) => error instanceof OpenAI.BadRequestError && error.message.includes(unkept.id),
      );
    },
    'tool call by responses': async (platform) => {
      const client = getClient(platform);
      const { name, description, parameters, question } = weather;
      const offered = [{ type: 'function' as const, strict: false, name, description, parameters }];
      const asked = { role: 'user' as const, content: question };
      const first = await client.responses.create({ model, input: [asked], tools: offered });
      const call = first.output.find((item) => item.type === 'function_call');
      assert.ok(call);
      const output = { type: 'function_call_output' as const, call_id: call.call_id, output: weather.answer };
      const second = await client.responses.create({ model, input: [asked, call, output], tools: offered });
      assert.match(second.output_text, weather.proof);
    },
    embeddings: async (platform) => {
      const client = getClient(platform);
      const input = ['The cat sleeps on the sofa.', 'Interest rates rose again.'];
      const { data } = await client.embeddings.create({ model: '@cf/baai/bge-base-en-v1.5', input });
      assert.deepEqual(
        data.map(({ embedding }) => embedding.length),
        [768, 768],
      );
      const length = Math.hypot(...(data[0]?.embedding ?? []));
      assert.ok(Math.abs(length - 1) < 1e-3, `the vector has length ${length}`);
    },
    image: async (platform) => {
      const url = `data:image/png;base64,${base64(picture())}`;
      const content = [
        { type: 'text' as const, text: 'Which colours does this picture have?' },
        { type: 'image_url' as const, image_url: { url } },
      ];
      const client = getClient(platform);
      const answer = await client.chat.completions.create({ model, messages: [{ role: 'user', content }] });
      assert.ok(answer.choices[0]?.message.content);
    },
    error: async (platform) => {
      const client = getClient(platform);
      const messages = [{ role: 'user' as const, content: 'Hello' }];
      await assert.rejects(
        client.chat.completions.create({ model: 'nobody/gpt-0', messages }),
        (error) =>
          error instanceof OpenAI.NotFoundError &&
          /nobody\/gpt-0/.test(error.message) &&
          typeof error.requestID === 'string',
      );
      const without = new OpenAI({ apiKey: platform.token, baseURL: client.baseURL, maxRetries: 0 });
      await assert.rejects(
        without.chat.completions.create({ model: hosted, messages }),
        (error) => error instanceof OpenAI.BadRequestError && /cf-aig-gateway-id/.test(error.message),
      );
      await assert.rejects(
        client.responses.create({ model: hosted, input: 'Hello' }),
        OpenAI.BadRequestError,
      );
    },
  },
};
