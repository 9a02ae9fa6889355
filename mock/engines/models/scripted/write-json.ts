import type { JsonSchema } from '../backend.ts';
import type { Conversation } from './conversation.ts';
import { fingerprintHex } from './fingerprint.ts';
import { createPromptHints } from './prompt-hints.ts';
import type { Random } from './random.ts';
import { writeValue } from './schema/write-value.ts';
import { windowOf } from './window.ts';
import { writeText } from './write-text.ts';

/**
 * The answer to a conversation as JSON that a schema allows.
 *
 * @throws ModelError (bad-input) when nothing is found that it allows
 */
export function writeSchemaJson(schema: JsonSchema, conversation: Conversation, random: Random): string {
  return JSON.stringify(writeValue(schema, createPromptHints(conversation, random), random));
}

/** The answer as an object of JSON: with the keys that the conversation names, else with the answer in words. */
export function writeFreeJson(conversation: Conversation, random: Random): string {
  const keys = namedKeys(windowOf(conversation.prompt));
  const all = keys.length > 0 ? keys : conversation.instructions.flatMap((text) => namedKeys(windowOf(text)));
  if (all.length === 0)
    return JSON.stringify({
      answer: writeText(conversation, random),
      reference: fingerprintHex(conversation.fingerprint),
    });
  const hints = createPromptHints(conversation, random);
  const value: Record<string, unknown> = {};
  for (const name of new Set(all)) {
    const place = { name, description: '', depth: 1 };
    const part = /^(?:is|has|can|should)[A-Z_]/.test(name)
      ? (hints.flag(place) ?? true)
      : (hints.known(place)[0] ??
        guess(hints.texts(place)[0]) ??
        (countable.test(name) ? (hints.numbers(place)[0] ?? random.whole(1, 1000)) : undefined));
    Object.defineProperty(value, name, {
      value: part ?? hints.invent(place),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return JSON.stringify(value);
}

const countable =
  /^(?:age|count|number|amount|price|total|quantity|score|rating|year|days|temperature|population|id)$/i;

function guess(text: string | undefined): string | number | undefined {
  return text !== undefined && /^-?\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

const key = '["\'`]?[A-Za-z_][\\w-]{0,40}["\'`]?';
const listed = new RegExp(
  `\\b(?:keys?|fields?|propert(?:y|ies)|attributes?)\\b\\s*(?:called|named|are|of|:)?\\s*(${key}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)${key}){0,30})`,
  'i',
);

/** Keys that a text wants: `with keys name and age`, `{"name": …, "age": …}`. */
function namedKeys(text: string): string[] {
  const shown = [...text.matchAll(/[{,]\s*"([^"\n]{1,60})"\s*:/g)].flatMap((match) => match[1] ?? []);
  if (shown.length > 0) return shown;
  const found = listed.exec(text)?.[1];
  return found === undefined
    ? []
    : found.split(/\s*,\s*(?:and\s+)?|\s+and\s+/).map((each) => each.replace(/["'`]/g, '').trim());
}
