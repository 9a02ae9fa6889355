import type { Generation, Model, ModelBackend } from '../backend.ts';
import { estimateTokens } from '../count-tokens.ts';
import { ModelError } from '../model-error.ts';
import { chatRequest } from './chat-request.ts';
import { embed } from './embed.ts';
import { generate } from './generate.ts';
import { draw, speak, transcribe } from './media.ts';
import { type UpstreamOptions, upstreamModel, upstreamTimeouts } from './options.ts';
import { classify, describe, label, rank, summarise, translate } from './prompted.ts';
import { createTransport } from './transport.ts';

/**
 * Answers through a server with OpenAI's interface: vLLM, Ollama, llama.cpp and others. Conversations, vectors,
 * pictures, speech and transcripts have their own paths. Translations, summaries, sentiments, rankings, descriptions
 * and labels are requested as prompts. Bounding boxes in pictures are refused, since no such model places them well.
 *
 * Every call may be aborted, which closes the connection and rejects with the signal's reason.
 *
 * @throws ModelError `bad-input` for an invalid base URL, key or header
 * @example
 * const models = createUpstreamBackend({
 *   baseUrl: 'http://localhost:11434/v1',
 *   modelMap: { '@cf/baai/*': 'nomic-embed-text', '*': 'llama3.2' },
 * });
 */
export function createUpstreamBackend(options: UpstreamOptions): ModelBackend {
  const transport = createTransport(options);
  const { countTokens = estimateTokens, maxTokensParameter, embeddingEncoding: encoding = 'float' } = options;
  const { endMs } = { ...upstreamTimeouts, ...options.timeouts };
  const getName = ({ id }: Model) => upstreamModel(id, options.modelMap);

  const chat: ModelBackend['generate'] = (model, request, signal) =>
    generate(
      () => chatRequest(getName(model), request, maxTokensParameter),
      request,
      { transport, countTokens, endMs },
      signal,
    );
  const chatWith = (model: Model) => (request: Generation, signal: AbortSignal) =>
    chat(model, request, signal);

  return {
    generate: chat,
    embed: (model, request, signal) =>
      embed(getName(model), request, { transport, countTokens, encoding }, signal),
    draw: (model, request, signal) => draw(getName(model), request, transport, signal),
    speak: (model, request, signal) => speak(getName(model), request, transport, signal),
    transcribe: (model, request, signal) => transcribe(getName(model), request, transport, signal),
    translate: (model, request, signal) => translate(chatWith(model), request, signal),
    summarise: (model, request, signal) => summarise(chatWith(model), request, signal),
    classify: (model, request, signal) => classify(chatWith(model), request, signal),
    rank: (model, request, signal) => rank(chatWith(model), request, signal),
    describe: (model, request, signal) => describe(chatWith(model), request, signal),
    label: (model, request, signal) => label(chatWith(model), request, signal),
    detect: async () => {
      throw new ModelError('bad-input', 'Object detection is not available from an upstream.');
    },
  };
}
