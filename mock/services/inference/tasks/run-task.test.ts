import { describe, expect, test } from 'vitest';
import { models } from '../../../../spec/services/inference/models/catalogue.ts';
import { answerForms } from '../../../../spec/services/inference/output.ts';
import { toBase64 } from '../../../engines/models/base64.ts';
import { isTextModel, runTask } from './run-task.ts';
import { getModel, getRecording, perform, redField, scripted } from './testing/perform.ts';

const picture = [...(await redField())];
const wav = await getRecording('Good morning. How are you?');
const pictureBase64 = toBase64(Uint8Array.from(picture));

/** An input for each model, and several for models with several forms. */
const inputs: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  '@cf/baai/bge-small-en-v1.5': [{ text: 'a' }, { text: ['a', 'b'], pooling: 'cls' }],
  '@cf/baai/bge-base-en-v1.5': [{ text: 'a', pooling: 'mean' }],
  '@cf/baai/bge-large-en-v1.5': [{ text: ['a', 'b', 'c'] }],
  '@cf/google/embeddinggemma-300m': [{ text: 'a' }],
  '@cf/qwen/qwen3-embedding-0.6b': [
    { text: 'a' },
    { queries: 'a', documents: ['b', 'c'], instruction: 'Find the letter' },
  ],
  '@cf/baai/bge-m3': [
    { text: ['a', 'b'] },
    { query: 'a', contexts: [{ text: 'b' }, { text: 'a' }] },
    { contexts: [{ text: 'a' }, { text: 'b' }], truncate_inputs: true },
  ],
  '@cf/pfnet/plamo-embedding-1b': [{ text: ['a', 'b'] }],
  '@cf/baai/bge-reranker-v2-m3': [{ query: 'a', contexts: [{ text: 'b' }, { text: 'a' }] }],
  '@cf/runwayml/stable-diffusion-v1-5-inpainting': [{ prompt: 'a cat', width: 256, height: 256 }],
  '@cf/lykon/dreamshaper-8-lcm': [{ prompt: 'a cat', width: 256, height: 256 }],
  '@cf/bytedance/stable-diffusion-xl-lightning': [{ prompt: 'a cat', width: 256, height: 256 }],
  '@cf/black-forest-labs/flux-2-klein-9b': [{ prompt: 'a cat', width: '256', height: '256' }],
  '@cf/deepgram/aura-2-es': [{ text: 'Hola' }],
  '@cf/baai/bge-reranker-base': [{ query: 'a', contexts: [{ text: 'b' }, { text: 'a' }], top_k: 1 }],
  '@cf/huggingface/distilbert-sst-2-int8': [{ text: 'I love it' }],
  '@cf/meta/m2m100-1.2b': [{ text: 'Hello world', target_lang: 'fr' }],
  '@cf/ai4bharat/indictrans2-en-indic-1B': [
    { text: 'Hello' },
    { text: ['Hello', 'world'], target_language: 'tam_Taml' },
  ],
  '@cf/facebook/bart-large-cnn': [{ input_text: 'Cats sleep. Cats hunt. It rained.', max_length: 8 }],
  '@cf/microsoft/resnet-50': [{ image: picture }],
  '@cf/facebook/detr-resnet-50': [{ image: picture }],
  '@cf/llava-hf/llava-1.5-7b-hf': [
    { image: picture, prompt: 'What colour is it?' },
    { image: pictureBase64, max_tokens: 10 },
  ],
  '@cf/unum/uform-gen2-qwen-500m': [{ image: `data:image/png;base64,${pictureBase64}` }],
  '@cf/moondream/moondream3.1-9B-A2B': [
    { task: 'query', image: pictureBase64, question: 'How many figures are there?' },
    { task: 'query', question: 'What is 2 + 2?' },
    { task: 'caption', image: pictureBase64, length: 'short' },
    { task: 'point', image: pictureBase64, object: 'the circle' },
    { task: 'detect', image: pictureBase64, object: 'circles' },
  ],
  '@cf/stabilityai/stable-diffusion-xl-base-1.0': [{ prompt: 'a cat', width: 256, height: 320 }],
  '@cf/leonardo/phoenix-1.0': [{ prompt: 'a cat', width: 320, height: 256 }],
  '@cf/leonardo/lucid-origin': [{ prompt: 'a cat', width: 256, height: 256 }],
  '@cf/black-forest-labs/flux-1-schnell': [{ prompt: 'a cat', steps: 4 }],
  '@cf/black-forest-labs/flux-2-dev': [{ prompt: 'a cat', width: '256', height: '256' }],
  '@cf/black-forest-labs/flux-2-klein-4b': [{ prompt: 'a cat', width: '256', height: '256' }],
  '@cf/openai/whisper': [{ audio: [...wav] }, { audio: wav }],
  '@cf/openai/whisper-tiny-en': [{ audio: wav }],
  '@cf/openai/whisper-large-v3-turbo': [
    { audio: toBase64(wav) },
    { audio: toBase64(wav), language: 'fr', task: 'translate' },
  ],
  '@cf/deepgram/nova-3': [
    { audio: { body: wav, contentType: 'audio/wav' } },
    { audio: { body: toBase64(wav), contentType: 'audio/wav' }, language: 'en' },
  ],
  '@cf/myshell-ai/melotts': [{ prompt: 'Good morning', lang: 'fr' }],
  '@cf/deepgram/aura-1': [
    { text: 'Good morning' },
    { text: 'Good morning', speaker: 'luna', encoding: 'linear16' },
    { text: 'Good morning', encoding: 'flac', sample_rate: 48_000 },
  ],
  '@cf/deepgram/aura-2-en': [
    { text: 'Good morning', encoding: 'mulaw', container: 'none' },
    { text: 'Good morning', encoding: 'alaw', container: 'wav' },
  ],
  '@cf/pipecat-ai/smart-turn-v2': [{ audio: toBase64(wav) }, { audio: toBase64(wav), dtype: 'uint8' }],
  'google/nano-banana': [{ prompt: 'a cat', aspect_ratio: '16:9' }],
};

const taskModels = models.filter((model) => !isTextModel(model) && !model.realtime);
const cases = taskModels.flatMap((model) =>
  (inputs[model.id] ?? [{}]).map((input, index) => [model.id, index, input] as const),
);

describe('runTask', () => {
  test.each(cases)("gives %s (input %i) an answer of the model's type", async (id, _, input) => {
    const form = answerForms[getModel(id).answer];
    const answer = await perform(id, input);
    expect(answer.kind).toBe(form.kind);
    if (answer.kind === 'json' && form.kind === 'json') {
      expect(form.schema.safeParse(JSON.parse(JSON.stringify(answer.result))).error).toBeUndefined();
    } else if (answer.kind === 'bytes' && form.kind === 'bytes') {
      expect(form.mediaTypes).toContain(answer.mediaType.split(';')[0]);
      expect(answer.bytes.length).toBeGreaterThan(100);
    }
  });

  test.each(taskModels.map(({ id }) => id))('stops %s when it is aborted', async (id) => {
    const [input = {}] = inputs[id] ?? [];
    const reason = new Error('gone');
    await expect(perform(id, input, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test('leaves models that write text to their formats', async () => {
    const model = getModel('@cf/meta/llama-guard-3-8b');
    expect(isTextModel(model)).toBe(true);
    const call = {
      model,
      input: { messages: [] },
      backend: scripted,
      newId: () => '',
      now: () => 0,
      publish: () => '',
    };
    await expect(runTask(call, new AbortController().signal)).rejects.toThrow(RangeError);
  });
});
