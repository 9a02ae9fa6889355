import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import { z } from 'zod';
import { base64, type ClientScenario, type Platform, picture, weather } from './scenario.ts';

const model = 'anthropic/claude-sonnet-5';
const max_tokens = 512;

const getClient = ({ api, accountId, token }: Platform, header: 'bearer' | 'x-api-key' = 'bearer') =>
  new Anthropic({
    ...(header === 'bearer' ? { authToken: token, apiKey: null } : { apiKey: token, authToken: null }),
    baseURL: `${api}/accounts/${accountId}/ai/v1`,
    maxRetries: 0,
  });

const tool = {
  name: weather.name,
  description: weather.description,
  input_schema: { ...weather.parameters, required: [...weather.parameters.required] },
};

/** The npm package `@anthropic-ai/sdk`, with the base URL of the seed: it calls `/ai/v1/v1/messages`. */
export const anthropicScenario: ClientScenario = {
  client: '@anthropic-ai/sdk',
  steps: {
    plain: async (platform) => {
      const messages = [{ role: 'user' as const, content: 'Name three rivers.' }];
      for (const header of ['bearer', 'x-api-key'] as const) {
        const answer = await getClient(platform, header).messages.create({ model, max_tokens, messages });
        assert.equal(answer.content[0]?.type, 'text');
        assert.equal(answer.stop_reason, 'end_turn');
        assert.ok(answer.usage.output_tokens > 0);
      }
    },
    streamed: async (platform) => {
      const client = getClient(platform);
      const messages = [{ role: 'user' as const, content: 'Write a short poem about tides.' }];
      const stream = client.messages.stream({ model, max_tokens, messages });
      let text = '';
      stream.on('text', (piece) => {
        text += piece;
      });
      assert.equal(await stream.finalText(), text);
      const whole = await client.messages.create({ model, max_tokens, messages });
      assert.equal(whole.content.map((block) => (block.type === 'text' ? block.text : '')).join(''), text);
    },
    'tool loop': async (platform) => {
      const client = getClient(platform);
      const messages: Anthropic.MessageParam[] = [{ role: 'user', content: weather.question }];
      const first = await client.messages.create({ model, max_tokens, messages, tools: [tool] });
      assert.equal(first.stop_reason, 'tool_use');
      const call = first.content.find((block) => block.type === 'tool_use');
      assert.ok(call);
      assert.match(String((call.input as { city?: unknown }).city), /Lisbon/); // the schema of the tool says so
      const content = [{ type: 'tool_result' as const, tool_use_id: call.id, content: weather.answer }];
      messages.push({ role: 'assistant', content: first.content }, { role: 'user', content });
      const second = await client.messages.create({ model, max_tokens, messages, tools: [tool] });
      const text = second.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
      assert.match(text, weather.proof);
    },
    'streamed tool call': async (platform) => {
      const messages = [{ role: 'user' as const, content: weather.question }];
      const stream = getClient(platform).messages.stream({ model, max_tokens, messages, tools: [tool] });
      const call = (await stream.finalMessage()).content.find((block) => block.type === 'tool_use');
      assert.equal(call?.name, weather.name);
      assert.match(JSON.stringify(call?.input), /Lisbon/);
    },
    'tool runner': async (platform) => {
      let city = '';
      const offered = betaTool({
        name: weather.name,
        description: weather.description,
        inputSchema: { ...weather.parameters, required: ['city'] },
        run: (input) => {
          city = input.city;
          return weather.answer;
        },
      });
      const messages = [{ role: 'user' as const, content: weather.question }];
      const answer = await getClient(platform).beta.messages.toolRunner({
        model,
        max_tokens,
        messages,
        tools: [offered],
      });
      assert.equal(city, 'Lisbon');
      assert.match(
        answer.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        weather.proof,
      );
    },
    'structured answers and thoughts': async (platform) => {
      const client = getClient(platform);
      const format = zodOutputFormat(z.object({ name: z.string(), age: z.number() }));
      const messages = [{ role: 'user' as const, content: 'Make up a person.' }];
      const parsed = await client.messages.parse({ model, max_tokens, messages, output_config: { format } });
      assert.match(parsed.parsed_output?.name ?? '', /^\w/);
      const thinking = { type: 'adaptive' as const };
      const { content } = await client.messages
        .stream({ model, max_tokens: 2048, messages, thinking })
        .finalMessage();
      assert.deepEqual(
        content.map(({ type }) => type),
        ['thinking', 'text'],
      );
    },
    image: async (platform) => {
      const source = {
        type: 'base64' as const,
        media_type: 'image/png' as const,
        data: base64(picture()),
      };
      const content = [
        { type: 'image' as const, source },
        { type: 'text' as const, text: 'Which colours does this picture have?' },
      ];
      const messages = [{ role: 'user' as const, content }];
      const answer = await getClient(platform).messages.create({ model, max_tokens, messages });
      assert.equal(answer.content[0]?.type, 'text');
    },
    error: async (platform) => {
      const client = getClient(platform);
      const messages = [{ role: 'user' as const, content: 'Hello' }];
      await assert.rejects(
        client.messages.create({ model: 'nobody/claude-0', max_tokens, messages }),
        (error) =>
          error instanceof Anthropic.NotFoundError &&
          error.type === 'not_found_error' &&
          typeof error.requestID === 'string',
      );
      const hosted = '@cf/meta/llama-3.1-8b-instruct';
      await assert.rejects(
        client.messages.create({ model: hosted, max_tokens, messages }),
        (error) => error instanceof Anthropic.BadRequestError && /Anthropic Messages API/.test(error.message),
      );
    },
  },
};
