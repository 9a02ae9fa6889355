import assert from 'node:assert/strict';
import {
  APICallError,
  embedMany,
  generateImage,
  generateText,
  jsonSchema,
  Output,
  rerank,
  stepCountIs,
  streamText,
  tool,
} from 'ai';
import { createWorkersAI } from 'workers-ai-provider';
import { z } from 'zod';
import { type ClientScenario, type Platform, weather } from './scenario.ts';

const hosted = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';

/** The provider only knows two hosts, so requests are redirected, and to the default gateway. */
const getProvider = ({ api, accountId, token }: Platform) =>
  createWorkersAI({
    accountId,
    apiKey: token,
    // Bun's type of fetch has more members than a function.
    fetch: ((url: string | URL | Request, init?: RequestInit) => {
      const headers = new Headers(init?.headers);
      headers.set('cf-aig-gateway-id', 'default');
      const to = String(url)
        .replace('https://api.cloudflare.com/client/v4', api)
        .replace('https://gateway.ai.cloudflare.com', `${new URL(api).origin}/gateway`);
      return fetch(to, { ...init, headers });
    }) as typeof fetch,
  });

const tools = (onCall: (city: string) => void) => ({
  [weather.name]: tool({
    description: weather.description,
    inputSchema: jsonSchema<{ city: string }>({
      ...weather.parameters,
      required: [...weather.parameters.required],
    }),
    execute: async ({ city }) => {
      onCall(city);
      return JSON.parse(weather.answer);
    },
  }),
});

/** The npm packages `ai` and `workers-ai-provider`. */
export const aiSdkScenario: ClientScenario = {
  client: 'ai with workers-ai-provider',
  steps: {
    plain: async (platform) => {
      const model = getProvider(platform)(hosted);
      const { text, usage, finishReason } = await generateText({ model, prompt: 'Name three rivers.' });
      assert.ok(text.length > 0);
      assert.equal(finishReason, 'stop');
      assert.ok((usage.outputTokens ?? 0) > 0);
    },
    streamed: async (platform) => {
      const provider = getProvider(platform);
      for (const id of [hosted, '@cf/qwen/qwen3-30b-a3b-fp8'] as const) {
        const result = streamText({ model: provider(id), prompt: 'Write a short poem about tides.' });
        let text = '';
        for await (const piece of result.textStream) text += piece;
        assert.ok(text.length > 0);
        assert.equal(await result.finishReason, 'stop');
      }
    },
    'models of third parties': async (platform) => {
      const provider = getProvider(platform);
      for (const id of ['openai/gpt-5', 'openai/gpt-4o-mini', 'google/gemini-2.5-pro']) {
        const { text } = await generateText({ model: provider(id), prompt: 'Name three rivers.' });
        const streamed = streamText({ model: provider(id), prompt: 'Name three rivers.' });
        assert.equal(await streamed.text, text);
      }
    },
    'streams that say everything once': async (platform) => {
      const model = getProvider(platform)('@cf/openai/gpt-oss-120b');
      const schema = z.object({ name: z.string() });
      const result = streamText({ model, prompt: 'Make up a person.', output: Output.object({ schema }) });
      assert.match((await result.output).name, /^\w/);
    },
    'tool loop': async (platform) => {
      const cities: string[] = [];
      const { text } = await generateText({
        model: getProvider(platform)(hosted),
        prompt: weather.question,
        tools: tools((city) => cities.push(city)),
        stopWhen: stepCountIs(3),
      });
      assert.match(cities.join(), /Lisbon/);
      assert.match(text, weather.proof);
    },
    'streamed tool call': async (platform) => {
      const cities: string[] = [];
      const result = streamText({
        model: getProvider(platform)(hosted),
        prompt: weather.question,
        tools: tools((city) => cities.push(city)),
        stopWhen: stepCountIs(3),
      });
      assert.match(await result.text, weather.proof);
      assert.match(cities.join(), /Lisbon/);
    },
    'structured answers': async (platform) => {
      const provider = getProvider(platform);
      const schema = z.object({ name: z.string(), age: z.number() });
      const prompt = 'Make up a person.';
      for (const id of [hosted, '@cf/qwen/qwen3-30b-a3b-fp8'] as const) {
        const { output } = await generateText({
          model: provider(id),
          prompt,
          output: Output.object({ schema }),
        });
        assert.match(output.name, /^\w/);
      }
    },
    ranking: async (platform) => {
      const documents = [
        'Tea is a drink made of leaves.',
        'Ships cross the ocean.',
        'Leaves of tea are dried.',
      ];
      const model = getProvider(platform).reranking('@cf/baai/bge-reranker-base');
      const { ranking } = await rerank({ model, query: 'How is tea made of leaves?', documents });
      assert.equal(ranking.at(-1)?.originalIndex, 1);
    },
    embeddings: async (platform) => {
      const model = getProvider(platform).textEmbedding('@cf/baai/bge-base-en-v1.5');
      const values = ['The cat sleeps on the sofa.', 'Interest rates rose again.'];
      const { embeddings } = await embedMany({ model, values });
      assert.deepEqual(
        embeddings.map((vector) => vector.length),
        [768, 768],
      );
    },
    image: async (platform) => {
      const model = getProvider(platform).image('@cf/black-forest-labs/flux-1-schnell');
      const { image } = await generateImage({ model, prompt: 'A lighthouse in the rain' });
      assert.ok(image.uint8Array.length > 100);
    },
    error: async (platform) => {
      const prompt = 'Hello';
      // The types list the current models; this one is unknown on purpose.
      const model = getProvider(platform)('@cf/meta/llama-0' as typeof hosted);
      await assert.rejects(
        generateText({ model, prompt, maxRetries: 0 }),
        (error) =>
          APICallError.isInstance(error) && error.statusCode === 400 && /5007/.test(error.responseBody ?? ''),
      );
    },
  },
};
