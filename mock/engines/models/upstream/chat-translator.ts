import type { FinishReason, Generation, GenerationEvent, Usage } from '../backend.ts';
import type { CountTokens } from '../count-tokens.ts';
import { getCount, getWord, isRecord, type JsonRecord, parseJson, quote } from '../json.ts';
import { ModelError } from '../model-error.ts';
import { getText } from '../replies/incoming-request.ts';
import { errorInPiece } from './upstream-error.ts';

const FINISH_REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['model_length', 'length'],
  ['tool_calls', 'tool-calls'],
  ['tool_use', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['content_filter', 'content-filter'],
]);

/** Converts responses of `/chat/completions`, complete or in chunks, to the events of a generation. */
export class ChatTranslator {
  readonly #request: Generation;
  readonly #countTokens: CountTokens;
  readonly #calls: ToolCalls;
  #sawChoice = false;
  #reason: string | undefined;
  #stop: string | undefined;
  #usage: JsonRecord | undefined;
  #text = '';
  #reasoning = '';

  constructor(
    request: Generation,
    { countTokens, newCallId }: { readonly countTokens: CountTokens; readonly newCallId: () => string },
  ) {
    this.#request = request;
    this.#countTokens = countTokens;
    this.#calls = new ToolCalls(newCallId);
  }

  /** Whether the upstream has finished: only usage may still come. */
  get isComplete(): boolean {
    return this.#reason !== undefined;
  }

  /**
   * Reads the data of one event of a stream, and appends the resulting events.
   *
   * @throws ModelError `malformed`, or the error in the data
   */
  takeData(data: string, events: GenerationEvent[]): void {
    let chunk: unknown;
    try {
      chunk = JSON.parse(data);
    } catch (cause) {
      throw new ModelError('malformed', `The upstream sent an event that is not JSON: ${quote(data)}`, {
        cause,
      });
    }
    this.take(chunk, events);
  }

  /** Reads a chunk or a complete response, like `takeData` for text. */
  take(chunk: unknown, events: GenerationEvent[]): void {
    const error = errorInPiece(chunk);
    if (error) throw error;
    if (!isRecord(chunk)) throw unreadable(chunk);
    // Some servers send the usage so far with each chunk: the last one counts.
    if (isRecord(chunk['usage'])) this.#usage = chunk['usage'];
    const choices = chunk['choices'];
    // A chunk with usage only, or a keep-alive.
    if (choices === undefined || choices === null) return;
    if (!Array.isArray(choices)) throw unreadable(chunk);
    for (const choice of choices as readonly unknown[]) {
      if (!isRecord(choice)) throw unreadable(chunk);
      // Only one answer was requested.
      if ((choice['index'] ?? 0) === 0) this.#takeChoice(choice, events);
    }
  }

  /**
   * Ends the answer.
   *
   * @param isOrderly whether the upstream marked the end
   * @throws ModelError `malformed` if there was no answer, `unavailable` if it broke off
   */
  finish(isOrderly: boolean, events: GenerationEvent[]): void {
    if (this.#reason === undefined && !isOrderly) {
      throw new ModelError('unavailable', 'The upstream broke off in the middle of its answer.');
    }
    if (!this.#sawChoice) {
      throw new ModelError('malformed', 'The upstream ended without an answer.');
    }
    if (this.#reason === 'error') {
      throw new ModelError('unavailable', 'The upstream ended its answer with an error.');
    }
    this.#calls.finish(events);
    const finish = FINISH_REASONS.get(this.#reason ?? 'stop') ?? 'stop';
    // Several servers send `stop` after tool calls.
    const reason = finish === 'stop' && !this.#calls.isEmpty ? 'tool-calls' : finish;
    const stop = this.#stop;
    events.push({
      type: 'finish',
      reason,
      ...(reason === 'stop' && stop !== undefined && this.#request.stop?.includes(stop) && { stop }),
      usage: this.#usage === undefined ? this.#estimate() : this.#readUsage(this.#usage),
    });
  }

  #takeChoice(choice: JsonRecord, events: GenerationEvent[]): void {
    this.#sawChoice = true;
    const delta = choice['delta'] ?? choice['message'];
    if (isRecord(delta)) this.#takeDelta(delta, events);
    this.#reason = getWord(choice['finish_reason']) ?? this.#reason;
    this.#stop = getWord(choice['stop_reason']) ?? this.#stop;
  }

  #takeDelta(delta: JsonRecord, events: GenerationEvent[]): void {
    // Some servers send the same text under both names.
    const reasoning = getWord(delta['reasoning_content']) ?? getWord(delta['reasoning']);
    if (reasoning !== undefined) {
      this.#reasoning += reasoning;
      events.push({ type: 'reasoning', text: reasoning });
    }
    const text = contentText(delta['content']) || (getWord(delta['refusal']) ?? '');
    if (text !== '') {
      this.#text += text;
      events.push({ type: 'text', text });
    }
    const calls = delta['tool_calls'];
    if (Array.isArray(calls)) for (const call of calls) this.#calls.take(call, events);
    const old = delta['function_call'];
    if (isRecord(old)) this.#calls.take({ index: 0, function: old }, events);
  }

  #readUsage(usage: JsonRecord): Usage {
    const cachedTokens = detail(usage['prompt_tokens_details'], 'cached_tokens');
    const reasoningTokens = detail(usage['completion_tokens_details'], 'reasoning_tokens');
    return {
      inputTokens: getCount(usage['prompt_tokens']) ?? this.#estimate().inputTokens,
      outputTokens: getCount(usage['completion_tokens']) ?? this.#estimate().outputTokens,
      ...(cachedTokens !== undefined && { cachedTokens }),
      ...(reasoningTokens !== undefined && { reasoningTokens }),
    };
  }

  /** Usage that the upstream did not send. */
  #estimate(): Usage {
    const count = this.#countTokens;
    const calls = this.#calls.text;
    const reasoningTokens = count(this.#reasoning);
    return {
      inputTokens: this.#request.messages.reduce((sum, { parts }) => sum + count(getText(parts)), 0),
      outputTokens: count(this.#text) + count(calls) + reasoningTokens,
      ...(reasoningTokens > 0 && { reasoningTokens }),
    };
  }
}

function unreadable(chunk: unknown): ModelError {
  return new ModelError(
    'malformed',
    `The upstream sent data that is not a chat completion: ${quote(JSON.stringify(chunk))}`,
  );
}

/** Text, or the text parts of a list of parts. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => (isRecord(part) ? (getWord(part['text']) ?? '') : '')).join('');
}

function detail(details: unknown, name: string): number | undefined {
  return isRecord(details) ? getCount(details[name]) : undefined;
}

interface Call {
  /** Its index among the calls of the answer, once announced. */
  index: number | undefined;
  readonly key: number | undefined;
  id: string | undefined;
  name: string | undefined;
  json: string;
  /** Characters of `json` that were passed on. */
  sent: number;
}

/**
 * Assembles tool calls from their pieces, in all the ways in which servers split them: with and without `index`, or one
 * `index` for all calls; the id in the first piece only, in each, or a new one in each; the name after the id;
 * arguments in pieces, whole or as an object; interleaved pieces of several calls.
 */
export class ToolCalls {
  readonly #calls: Call[] = [];
  #announced = 0;
  readonly #newId: () => string;

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  /** Names and arguments received so far. */
  get text(): string {
    return this.#calls.map(({ name, json }) => `${name ?? ''}${json}`).join('');
  }

  /** Reads one item of `tool_calls` and appends the resulting events. */
  take(item: unknown, events: GenerationEvent[]): void {
    if (!isRecord(item)) return;
    const about = isRecord(item['function']) ? item['function'] : item;
    const id = getWord(item['id']);
    const name = getWord(about['name']);
    const json = argumentsText(about['arguments']);
    // The platform's own streams end their calls with an item of nulls.
    if (id === undefined && name === undefined && json === '') return;
    const call = this.#getCall(getCount(item['index']), id, name, json);
    call.id ??= id;
    call.name ??= name;
    call.json += json;
    this.#announce(call, events);
  }

  /**
   * Ends all calls. Those without arguments get an empty object.
   *
   * @throws ModelError `malformed` for a call without a name
   */
  finish(events: GenerationEvent[]): void {
    for (const call of this.#calls) {
      if (call.name === undefined) {
        throw new ModelError('malformed', 'The upstream called a tool without a name.');
      }
      if (call.json.trim() === '') call.json = '{}';
      this.#announce(call, events);
    }
  }

  #announce(call: Call, events: GenerationEvent[]): void {
    if (call.name === undefined) return;
    if (call.index === undefined) {
      call.index = this.#announced++;
      call.id ??= this.#newId();
      events.push({ type: 'tool-call', index: call.index, id: call.id, name: call.name });
    }
    if (call.sent === call.json.length) return;
    events.push({ type: 'tool-arguments', index: call.index, json: call.json.slice(call.sent) });
    call.sent = call.json.length;
  }

  /** The call of a piece, which may be a new one. */
  #getCall(key: number | undefined, id: string | undefined, name: string | undefined, json: string): Call {
    const known =
      key === undefined
        ? (this.#calls.findLast((call) => id !== undefined && call.id === id) ?? this.#calls.at(-1))
        : this.#calls.findLast((call) => call.key === key);
    if (known !== undefined && !isAnother(known, key, id, name, json)) return known;
    const call: Call = { index: undefined, key, id: undefined, name: undefined, json: '', sent: 0 };
    this.#calls.push(call);
    return call;
  }
}

/** Whether a piece begins a new call, although it could belong to a known one. */
function isAnother(
  known: Call,
  key: number | undefined,
  id: string | undefined,
  name: string | undefined,
  json: string,
): boolean {
  if (id !== undefined && id === known.id) return false;
  // Pieces of arguments belong to the current call, even if each has an id of its own.
  if (name === undefined)
    return key === undefined && id !== undefined && known.id !== undefined && json === '';
  if (known.name === undefined) return false;
  if (id !== undefined && known.id !== undefined) return true;
  // Without ids, a name either repeats with each piece, or begins a new call once the previous one is complete.
  return name !== known.name || (json !== '' && parseJson(known.json) !== undefined);
}

function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value;
  return isRecord(value) ? JSON.stringify(value) : '';
}
