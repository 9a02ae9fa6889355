import type { FinishReason, Generation, GenerationEvent, Usage } from '../backend.ts';
import type { CountTokens } from '../count-tokens.ts';
import { countOf, isRecord, type JsonRecord, quote, wordOf } from '../json.ts';
import { ModelError } from '../model-error.ts';
import { textOf } from '../replies/asked.ts';
import { ToolCalls } from './tool-calls.ts';
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

/** Turns what `/chat/completions` answers, whole or in chunks, into the events of a generation. */
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

  /** Whether the upstream said how it finished: what may still come is how much was used. */
  get isComplete(): boolean {
    return this.#reason !== undefined;
  }

  /**
   * Takes the data of one event of a stream, and adds what it says to the events.
   *
   * @throws ModelError `malformed`, or the error that the data is
   */
  takeData(data: string, events: GenerationEvent[]): void {
    let chunk: unknown;
    try {
      chunk = JSON.parse(data);
    } catch (cause) {
      throw new ModelError('malformed', `The upstream sent an event that is no JSON: ${quote(data)}`, {
        cause,
      });
    }
    this.take(chunk, events);
  }

  /** Takes a chunk or a whole answer, as `takeData` does its text. */
  take(chunk: unknown, events: GenerationEvent[]): void {
    const error = errorInPiece(chunk);
    if (error) throw error;
    if (!isRecord(chunk)) throw unreadable(chunk);
    // Some tell the usage so far with each chunk: the last one counts.
    if (isRecord(chunk['usage'])) this.#usage = chunk['usage'];
    const choices = chunk['choices'];
    // A chunk of usage only, or a sign of life.
    if (choices === undefined || choices === null) return;
    if (!Array.isArray(choices)) throw unreadable(chunk);
    for (const choice of choices as readonly unknown[]) {
      if (!isRecord(choice)) throw unreadable(chunk);
      // One answer was asked for.
      if ((choice['index'] ?? 0) === 0) this.#takeChoice(choice, events);
    }
  }

  /**
   * The end of the answer.
   *
   * @param isOrderly whether the upstream said that this is the end
   * @throws ModelError `malformed` when there was no answer, `unavailable` when it broke off
   */
  finish(isOrderly: boolean, events: GenerationEvent[]): void {
    if (this.#reason === undefined && !isOrderly) {
      throw new ModelError('unavailable', 'The upstream broke off in the middle of its answer.');
    }
    if (!this.#sawChoice) {
      throw new ModelError('malformed', 'The upstream ended its answer without having answered.');
    }
    if (this.#reason === 'error') {
      throw new ModelError('unavailable', 'The upstream says that its answer ended in an error.');
    }
    this.#calls.finish(events);
    const said = FINISH_REASONS.get(this.#reason ?? 'stop') ?? 'stop';
    // Several servers say `stop` after calls of tools.
    const reason = said === 'stop' && !this.#calls.isEmpty ? 'tool-calls' : said;
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
    this.#reason = wordOf(choice['finish_reason']) ?? this.#reason;
    this.#stop = wordOf(choice['stop_reason']) ?? this.#stop;
  }

  #takeDelta(delta: JsonRecord, events: GenerationEvent[]): void {
    // Both names at once say the same.
    const reasoning = wordOf(delta['reasoning_content']) ?? wordOf(delta['reasoning']);
    if (reasoning !== undefined) {
      this.#reasoning += reasoning;
      events.push({ type: 'reasoning', text: reasoning });
    }
    const text = contentText(delta['content']) || (wordOf(delta['refusal']) ?? '');
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
      inputTokens: countOf(usage['prompt_tokens']) ?? this.#estimate().inputTokens,
      outputTokens: countOf(usage['completion_tokens']) ?? this.#estimate().outputTokens,
      ...(cachedTokens !== undefined && { cachedTokens }),
      ...(reasoningTokens !== undefined && { reasoningTokens }),
    };
  }

  /** Usage that nobody told. */
  #estimate(): Usage {
    const count = this.#countTokens;
    const calls = this.#calls.text;
    const reasoningTokens = count(this.#reasoning);
    return {
      inputTokens: this.#request.messages.reduce((sum, { parts }) => sum + count(textOf(parts)), 0),
      outputTokens: count(this.#text) + count(calls) + reasoningTokens,
      ...(reasoningTokens > 0 && { reasoningTokens }),
    };
  }
}

function unreadable(chunk: unknown): ModelError {
  return new ModelError(
    'malformed',
    `The upstream sent what is no chat completion: ${quote(JSON.stringify(chunk))}`,
  );
}

/** Text, or the text parts of a list of parts. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => (isRecord(part) ? (wordOf(part['text']) ?? '') : '')).join('');
}

function detail(details: unknown, name: string): number | undefined {
  return isRecord(details) ? countOf(details[name]) : undefined;
}
