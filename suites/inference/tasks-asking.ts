import type { z } from 'zod';
import type { Reply } from '../../spec/client.ts';
import { base64SpeechSchema } from '../../spec/services/inference/output.ts';
import { ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { askModel, getResult, inAccount, throughGateway } from './asking.ts';

/** Hosted models by task, other than text generation. */
export const taskModels = {
  vectors: '@cf/baai/bge-base-en-v1.5',
  queries: '@cf/qwen/qwen3-embedding-0.6b',
  embedOrRank: '@cf/baai/bge-m3',
  rerank: '@cf/baai/bge-reranker-base',
  classify: '@cf/huggingface/distilbert-sst-2-int8',
  translate: '@cf/meta/m2m100-1.2b',
  translateToIndic: '@cf/ai4bharat/indictrans2-en-indic-1B',
  summarise: '@cf/facebook/bart-large-cnn',
  label: '@cf/microsoft/resnet-50',
  detect: '@cf/facebook/detr-resnet-50',
  describe: '@cf/llava-hf/llava-1.5-7b-hf',
  imageTask: '@cf/moondream/moondream3.1-9B-A2B',
  drawBytes: '@cf/stabilityai/stable-diffusion-xl-base-1.0',
  drawOtherBytes: '@cf/leonardo/phoenix-1.0',
  flux: '@cf/black-forest-labs/flux-1-schnell',
  fluxForm: '@cf/black-forest-labs/flux-2-klein-4b',
  whisper: '@cf/openai/whisper',
  whisperLarge: '@cf/openai/whisper-large-v3-turbo',
  deepgram: '@cf/deepgram/nova-3',
  deepgramRealtime: '@cf/deepgram/flux',
  melo: '@cf/myshell-ai/melotts',
  aura: '@cf/deepgram/aura-1',
  turn: '@cf/pipecat-ai/smart-turn-v2',
} as const;

/** The `result` of a model named by the path; the run must succeed. */
export const taskResult = <Schema extends z.ZodType>(
  t: TestContext,
  schema: Schema,
  model: string,
  input: object,
): Promise<z.output<Schema>> => getResult(schema, askModel(t, model, input));

/** Runs a model with a body other than JSON: bytes of a type, or a form, which sets its own type. */
export const askWithBody = (t: TestContext, model: string, upload: BodyInit, type?: string): Promise<Reply> =>
  t.ask('inference.run-model', {
    params: { ...inAccount(t), model },
    headers: { ...throughGateway, ...(type !== undefined && { 'content-type': type }) },
    upload,
  });

/** The answer of a model that returns bytes; fails if it is empty or an envelope. */
export async function toBytes(pending: Promise<Reply>): Promise<{ bytes: Uint8Array; type: string }> {
  const reply = await pending;
  expectSuccess(reply, 'the run');
  const type = (reply.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  ok(type !== 'application/json', 'the answer is JSON, expected bytes without an envelope');
  ok(reply.bytes.length > 0, 'the body is empty');
  return { bytes: reply.bytes, type };
}

/** Speech from a model of the target, as an MP3 file. */
export async function speech(t: TestContext, prompt: string): Promise<Uint8Array<ArrayBuffer>> {
  const { audio } = await t.step('a voice', () =>
    taskResult(t, base64SpeechSchema, taskModels.melo, { prompt, lang: 'en' }),
  );
  return fromBase64(audio);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
