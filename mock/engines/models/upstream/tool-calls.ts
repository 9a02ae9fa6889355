import type { GenerationEvent } from '../backend.ts';
import { countOf, isRecord, parseJson, wordOf } from '../json.ts';
import { ModelError } from '../model-error.ts';

interface Call {
  /** Its place among the calls of the answer, once it was told of. */
  index: number | undefined;
  readonly key: number | undefined;
  id: string | undefined;
  name: string | undefined;
  json: string;
  /** Characters of `json` that were handed on. */
  sent: number;
}

/**
 * Puts tool calls together from their pieces, in all the ways in which servers cut them: with and without
 * `index`, one `index` for all calls, the id in the first piece only, in each, or a new one in each, the name
 * after the id, arguments in pieces, whole or as an object, and pieces of several calls in turns.
 */
export class ToolCalls {
  readonly #calls: Call[] = [];
  #told = 0;
  readonly #newId: () => string;

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  /** Names and arguments, as far as they are known. */
  get text(): string {
    return this.#calls.map(({ name, json }) => `${name ?? ''}${json}`).join('');
  }

  /** Takes one item of `tool_calls` and adds what it says to the events. */
  take(item: unknown, events: GenerationEvent[]): void {
    if (!isRecord(item)) return;
    const about = isRecord(item['function']) ? item['function'] : item;
    const id = wordOf(item['id']);
    const name = wordOf(about['name']);
    const json = argumentsText(about['arguments']);
    // The platform's own streams end their calls with an item in which all is null.
    if (id === undefined && name === undefined && json === '') return;
    const call = this.#callOf(countOf(item['index']), id, name, json);
    call.id ??= id;
    call.name ??= name;
    call.json += json;
    this.#tell(call, events);
  }

  /**
   * Ends all calls. Those without arguments get an empty object.
   *
   * @throws ModelError `malformed` for a call without a name
   */
  finish(events: GenerationEvent[]): void {
    for (const call of this.#calls) {
      if (call.name === undefined) {
        throw new ModelError('malformed', 'The upstream called a tool without saying which.');
      }
      if (call.json.trim() === '') call.json = '{}';
      this.#tell(call, events);
    }
  }

  #tell(call: Call, events: GenerationEvent[]): void {
    if (call.name === undefined) return;
    if (call.index === undefined) {
      call.index = this.#told++;
      call.id ??= this.#newId();
      events.push({ type: 'tool-call', index: call.index, id: call.id, name: call.name });
    }
    if (call.sent === call.json.length) return;
    events.push({ type: 'tool-arguments', index: call.index, json: call.json.slice(call.sent) });
    call.sent = call.json.length;
  }

  /** The call that a piece belongs to, which may be a new one. */
  #callOf(key: number | undefined, id: string | undefined, name: string | undefined, json: string): Call {
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

/** Whether a piece begins a call of its own, although it could belong to one that is known. */
function isAnother(
  known: Call,
  key: number | undefined,
  id: string | undefined,
  name: string | undefined,
  json: string,
): boolean {
  if (id !== undefined && id === known.id) return false;
  // Pieces of arguments belong to what was called, even when each has an id of its own.
  if (name === undefined)
    return key === undefined && id !== undefined && known.id !== undefined && json === '';
  if (known.name === undefined) return false;
  if (id !== undefined && known.id !== undefined) return true;
  // Without ids, the name comes again with each piece, or it begins a call once the one before is complete.
  return name !== known.name || (json !== '' && parseJson(known.json) !== undefined);
}

function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value;
  return isRecord(value) ? JSON.stringify(value) : '';
}
