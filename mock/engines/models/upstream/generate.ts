import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import { isObject } from '../../../../spec/value-kinds.ts';
import type { FinishReason, Generation, GenerationEvent, Message, Part, Usage } from '../backend.ts';
import type { CountTokens } from '../count-tokens.ts';
import { getCount, getWord, parseJson } from '../json.ts';
import { ModelError } from '../model-error.ts';
import { getText } from '../replies/incoming-request.ts';
import { errorInPiece, errorOfCall } from './upstream-error.ts';

/** A chat model of the AI SDK, and what goes in and comes out. */
type ChatModel = ReturnType<OpenAICompatibleProvider['chatModel']>;
type CallOptions = Parameters<ChatModel['doStream']>[0];
type PromptMessage = CallOptions['prompt'][number];
type StreamPart =
  Awaited<ReturnType<ChatModel['doStream']>>['stream'] extends ReadableStream<infer Piece> ? Piece : never;
type Finish = Extract<StreamPart, { type: 'finish' }>;

/** The name under which the AI SDK finds the options of this provider. */
export const providerName = 'upstream';

/**
 * Asks a model of the AI SDK for a stream, and yields its events as they arrive.
 *
 * @throws ModelError `bad-input` for what the SDK cannot carry, and others; the signal's reason
 */
export async function* generate(
  model: ChatModel,
  request: Generation,
  countTokens: CountTokens,
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent, void> {
  signal.throwIfAborted();
  const translator = new StreamTranslator(request, countTokens);
  let reader: ReadableStreamDefaultReader<StreamPart> | undefined;
  try {
    const { stream } = await model.doStream({ ...callOptions(request), abortSignal: signal });
    reader = stream.getReader();
    for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
      const event = translator.take(value);
      if (event) yield event;
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : errorOfCall(error);
  } finally {
    // Closes the connection of a stream that was not read to its end.
    reader?.cancel().catch(() => {});
  }
}

function callOptions(request: Generation): CallOptions {
  const { maxTokens, stop, temperature, topP, seed, effort, tools = [], toolChoice, parallelCalls } = request;
  const mustCall = toolChoice?.type === 'required' || toolChoice?.type === 'named';
  if (mustCall && tools.length === 0) throw cannotSend('a choice of tools without tools');
  return {
    prompt: request.messages.map(toPromptMessage),
    // Errors in a stream have many forms, which the SDK does not tell apart.
    includeRawChunks: true,
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(stop !== undefined && stop.length > 0 && { stopSequences: [...stop] }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(seed !== undefined && { seed }),
    ...(request.format !== undefined && { responseFormat: toResponseFormat(request.format) }),
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      ...(description !== undefined && { description }),
      // Servers require an object; without a schema, anything is allowed.
      inputSchema: typeof parameters === 'object' ? parameters : { type: 'object', properties: {} },
    })),
    ...(toolChoice !== undefined && {
      toolChoice:
        toolChoice.type === 'named' ? { type: 'tool', toolName: toolChoice.name } : { type: toolChoice.type },
    }),
    providerOptions: {
      [providerName]: {
        strictJsonSchema: false,
        ...(effort !== undefined && { reasoningEffort: effort }),
        ...(tools.length > 0 && parallelCalls !== undefined && { parallel_tool_calls: parallelCalls }),
      },
    },
  };
}

const cannotSend = (what: string) => new ModelError('bad-input', `An upstream cannot get ${what}.`);

function toResponseFormat(
  format: NonNullable<Generation['format']>,
): NonNullable<CallOptions['responseFormat']> {
  if (format.type === 'json') return { type: 'json' };
  if (format.schema === false) throw cannotSend('the schema `false`, which no JSON satisfies');
  return { type: 'json', name: 'answer', schema: format.schema === true ? {} : format.schema };
}

function toPromptMessage(message: Message): PromptMessage {
  const text = getText(message.parts);
  switch (message.role) {
    case 'system':
      return { role: 'system', content: text };
    case 'user':
      // Plain text if possible: not every server supports parts.
      return message.parts.every(({ type }) => type === 'text')
        ? { role: 'user', content: [{ type: 'text', text }] }
        : { role: 'user', content: message.parts.map(toContentPart) };
    case 'tool': {
      const { callId: toolCallId, name: toolName = '' } = message;
      const output = { type: 'text', value: text } as const;
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
    }
    case 'assistant': {
      const calls = (message.toolCalls ?? []).map(({ id, name, arguments: input }) => {
        if (parseJson(input || '{}') === undefined) {
          throw cannotSend(`the call of ${JSON.stringify(name)}, whose arguments are not JSON`);
        }
        return { type: 'tool-call', toolCallId: id, toolName: name, input: input || '{}' } as const;
      });
      return { role: 'assistant', content: [{ type: 'text', text }, ...calls] };
    }
  }
}

function toContentPart(part: Part) {
  if (part.type === 'text') return { type: 'text' as const, text: part.text };
  const { data } = part;
  const mediaType = part.mediaType.replace(/^audio\/(?:x-wav|wave)$/, 'audio/wav');
  // The SDK would send the address as the text.
  if (mediaType.startsWith('text/') && data instanceof URL) throw cannotSend('a text by its address');
  return {
    type: 'file' as const,
    mediaType,
    data: data instanceof URL ? { type: 'url' as const, url: data } : { type: 'data' as const, data },
  };
}

/** Finish reasons of servers; any other counts as a normal end. */
const finishReasons: ReadonlyMap<string | undefined, FinishReason> = new Map([
  ['length', 'length'],
  ['model_length', 'length'],
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['content_filter', 'content-filter'],
]);

/** Turns the parts of the SDK's stream into events of a generation. */
class StreamTranslator {
  readonly #request: Generation;
  readonly #countTokens: CountTokens;
  /** Ids of the tool calls of this answer, in order. */
  readonly #calls: string[] = [];
  readonly #withArguments = new Set<string>();
  readonly #written = { answer: '', reasoning: '' };
  #stop: string | undefined;

  constructor(request: Generation, countTokens: CountTokens) {
    this.#request = request;
    this.#countTokens = countTokens;
  }

  /** @throws ModelError for an error in place of a piece */
  take(part: StreamPart): GenerationEvent | undefined {
    switch (part.type) {
      case 'raw':
        this.#takeRaw(part.rawValue);
        return undefined;
      case 'text-delta':
        this.#written.answer += part.delta;
        return { type: 'text', text: part.delta };
      case 'reasoning-delta':
        this.#written.reasoning += part.delta;
        return { type: 'reasoning', text: part.delta };
      case 'tool-input-start':
        this.#written.answer += part.toolName;
        return { type: 'tool-call', index: this.#calls.push(part.id) - 1, id: part.id, name: part.toolName };
      case 'tool-input-delta':
        return this.#addArguments(part.id, part.delta);
      case 'tool-call':
        // A call without arguments gets an empty object.
        if (this.#withArguments.has(part.toolCallId)) return undefined;
        return this.#addArguments(part.toolCallId, part.input || '{}');
      case 'error':
        throw errorOfCall(part.error);
      case 'finish':
        return this.#finish(part);
      default:
        return undefined;
    }
  }

  #takeRaw(raw: unknown): void {
    const error = errorInPiece(raw);
    if (error) throw error;
    const choices = isObject(raw) ? raw['choices'] : undefined;
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
    // The text that ended an answer, as vLLM names it.
    this.#stop = (isObject(choice) ? getWord(choice['stop_reason']) : undefined) ?? this.#stop;
  }

  #addArguments(id: string, json: string): GenerationEvent {
    this.#withArguments.add(id);
    this.#written.answer += json;
    return { type: 'tool-arguments', index: this.#calls.lastIndexOf(id), json };
  }

  #finish({ finishReason, usage }: Finish): GenerationEvent {
    if (finishReason.raw === 'error') {
      throw new ModelError('unavailable', 'The upstream ended its answer with an error.');
    }
    const ended = finishReasons.get(finishReason.raw) ?? 'stop';
    // Several servers send `stop` after tool calls.
    const reason = ended === 'stop' && this.#calls.length > 0 ? 'tool-calls' : ended;
    const stop = this.#stop;
    return {
      type: 'finish',
      reason,
      ...(reason === 'stop' && stop !== undefined && this.#request.stop?.includes(stop) && { stop }),
      usage: this.#readUsage(usage),
    };
  }

  /** The usage that the upstream sent, or a count. */
  #readUsage({ inputTokens, outputTokens, raw }: Finish['usage']): Usage {
    const count = this.#countTokens;
    const { answer, reasoning } = this.#written;
    const cached = inputTokens.cacheRead;
    const reasoned = raw === undefined ? count(reasoning) : outputTokens.reasoning;
    // The SDK has 0 for what is missing.
    return {
      inputTokens:
        getCount(raw?.['prompt_tokens']) ??
        this.#request.messages.reduce((sum, { parts }) => sum + count(getText(parts)), 0),
      outputTokens: getCount(raw?.['completion_tokens']) ?? count(answer) + count(reasoning),
      ...(cached && { cachedTokens: cached }),
      ...(reasoned && { reasoningTokens: reasoned }),
    };
  }
}
