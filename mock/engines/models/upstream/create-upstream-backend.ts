import { installCommand } from '../../optional-packages.ts';
import type { Embedding, Generation, Model, ModelBackend, Vectors } from '../backend.ts';
import { estimateTokens } from '../count-tokens.ts';
import { ModelError } from '../model-error.ts';
import { generate, providerName } from './generate.ts';
import { createLimitedFetch } from './limited-fetch.ts';
import { draw, speak, transcribe } from './media.ts';
import { type UpstreamOptions, upstreamModel } from './options.ts';
import { classify, describe, label, rank, summarise, translate } from './prompted.ts';
import { errorOfCall } from './upstream-error.ts';

/**
 * Answers through a server with OpenAI's interface: vLLM, Ollama, llama.cpp and others. Conversations, vectors,
 * pictures, speech and transcripts have their own paths, the first two through the AI SDK. Translations, summaries,
 * sentiments, rankings, descriptions and labels are requested as prompts. Bounding boxes in pictures are refused, since
 * no such model places them well.
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
  const server = { ...checkUpstream(options), fetch: createLimitedFetch(options) };
  const { countTokens = estimateTokens, maxTokensParameter = 'max_tokens' } = options;
  const getName = ({ id }: Model) => upstreamModel(id, options.modelMap);
  const getProvider = async () => {
    const { createOpenAICompatible } = await loadSdk();
    return createOpenAICompatible({
      name: providerName,
      baseURL: server.base,
      headers: { ...server.headers },
      fetch: server.fetch,
      includeUsage: true,
      supportsStructuredOutputs: true,
      transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, [maxTokensParameter]: max_tokens }),
    });
  };

  const chat: ModelBackend['generate'] = async function* (model, request, signal) {
    const { chatModel } = await getProvider();
    yield* generate(chatModel(getName(model)), request, countTokens, signal);
  };
  const chatWith = (model: Model) => (request: Generation, signal: AbortSignal) =>
    chat(model, request, signal);

  return {
    generate: chat,
    async embed(model, asked, signal) {
      const { texts, dimensions } = asked;
      if (texts.length === 0) return { vectors: [], usage: { inputTokens: 0, outputTokens: 0 } };
      const { embeddingModel } = await getProvider();
      const { embeddings, usage } = await called(signal, () =>
        embeddingModel(getName(model)).doEmbed({
          values: [...texts],
          abortSignal: signal,
          ...(dimensions !== undefined && { dimensions }),
        }),
      );
      const counted = () => texts.reduce((sum, text) => sum + countTokens(text), 0);
      return {
        vectors: toVectors(embeddings, asked),
        usage: { inputTokens: usage?.tokens ?? counted(), outputTokens: 0 },
      };
    },
    async draw(model, request, signal) {
      const { imageModel } = await getProvider();
      return called(signal, () => draw(imageModel(getName(model)), request, signal));
    },
    speak: (model, request, signal) => speak(getName(model), request, server, signal),
    transcribe: (model, request, signal) => transcribe(getName(model), request, server, signal),
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

/** The result of a call of the SDK. @throws ModelError; the signal's reason */
async function called<T>(signal: AbortSignal, call: () => PromiseLike<T>): Promise<T> {
  signal.throwIfAborted();
  try {
    return await call();
  } catch (error) {
    throw signal.aborted ? signal.reason : errorOfCall(error);
  }
}

/** @throws ModelError `unavailable` with the command that installs the SDK, where a project lacks it */
async function loadSdk() {
  try {
    return await import('#ai-sdk');
  } catch (cause) {
    const install = installCommand('@ai-sdk/openai-compatible');
    throw new ModelError('unavailable', `An upstream needs the AI SDK: ${install}`, { cause });
  }
}

/** Maximum deviation of a vector's length from 1 without normalization. */
const LENGTH_TOLERANCE = 1e-4;

/** Unit vectors, one for each text and all of one length. */
function toVectors(
  embeddings: readonly (readonly number[])[],
  { texts, dimensions }: Embedding,
): Vectors['vectors'] {
  if (embeddings.length !== texts.length) {
    throw new ModelError('malformed', `The upstream did not answer with ${texts.length} vectors.`);
  }
  const lengths = new Set(embeddings.map(({ length }) => length));
  if (lengths.size !== 1 || lengths.has(0) || (dimensions !== undefined && !lengths.has(dimensions))) {
    throw new ModelError(
      'malformed',
      `The upstream answered with vectors of ${[...lengths].join(', ')} numbers${dimensions === undefined ? '' : `, not of ${dimensions}`}.`,
    );
  }
  return embeddings.map((numbers) => {
    const vector = new Float32Array(numbers);
    const length = Math.hypot(...vector);
    // A zero vector can't be normalized.
    const isUnit = length === 0 || Math.abs(length - 1) <= LENGTH_TOLERANCE;
    return isUnit ? vector : vector.map((number) => number / length);
  });
}

/**
 * The base URL without its trailing slashes, and the headers of every request.
 *
 * @throws ModelError `bad-input` for a base URL that is not HTTP, or has a user or a query, and for a key or a header
 * that can't be sent
 */
export function checkUpstream({ baseUrl, apiKey, headers: more }: UpstreamOptions): {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new ModelError('bad-input', `The base URL of the upstream is not an HTTP URL: ${baseUrl}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ModelError(
      'bad-input',
      'The base URL of the upstream must be without user, query and fragment.',
    );
  }
  const headers = { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }), ...more };
  for (const [name, value] of Object.entries(headers)) {
    // Checked before sending: the runtimes' errors about an invalid key include the key.
    try {
      new Headers({ [name]: value });
    } catch {
      throw new ModelError('bad-input', `The header ${JSON.stringify(name)} cannot be sent to the upstream.`);
    }
  }
  return { base: url.href.replace(/\/+$/, ''), headers };
}
