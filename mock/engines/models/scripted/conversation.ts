import { isBytes } from '../../../../spec/value-kinds.ts';
import { hashBytes, hashText } from '../../seeded/random.ts';
import type { Generation, Message, Model } from '../backend.ts';

/** A request as the scripted model sees it. */
export interface Conversation {
  /** Texts of the system and the user, oldest first. */
  readonly texts: readonly string[];
  /** The text to answer: the user's last one, else the last one of all, else empty. */
  readonly prompt: string;
  /** Tool results since the last user message. */
  readonly results: readonly { readonly name: string; readonly text: string }[];
  /** Media types of the prompt's files. */
  readonly media: readonly string[];
  /** Seed of the answer: depends on the messages, the model, the backend's seed and the sampling. */
  readonly seed: number;
  /** 16 hexadecimal digits that identify the request. */
  readonly reference: string;
}

/** Reads a request. Reads invalid messages as far as possible: refusing them is up to the formats. */
export function readConversation(seed: number, model: Model, request: Generation): Conversation {
  const texts: string[] = [];
  const names = new Map<string, string>();
  const print: unknown[] = [seed >>> 0, model.id, getSampling(request)];
  let results: { name: string; text: string }[] = [];
  let media: string[] = [];
  let prompt = '';
  let last = '';
  for (const message of request.messages) {
    const text = getText(message);
    print.push(message.role, ...getParts(message).map(getPrint));
    if (text !== '') last = text;
    if (message.role === 'tool') {
      results.push({ name: message.name ?? names.get(message.callId) ?? 'tool', text });
      continue;
    }
    results = [];
    if (message.role === 'assistant') {
      // Clients rewrite the ids of calls, so these are ignored.
      for (const call of message.toolCalls ?? []) {
        names.set(call.id, call.name);
        print.push(call.name, call.arguments);
      }
      continue;
    }
    texts.push(text);
    if (message.role !== 'user') continue;
    if (text.trim() !== '') prompt = text;
    media = getParts(message).flatMap((part) => (part.type === 'media' ? [String(part.mediaType)] : []));
  }
  const printed = JSON.stringify(print);
  const [high, low] = [hashText(printed), hashText(printed, 1)];
  const reference = [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
  return { texts, prompt: prompt || last, results, media, seed: high, reference };
}

/** Greedy sampling has one outcome, so a seed makes no difference. */
function getSampling({ temperature, topP, seed }: Generation): unknown {
  return temperature === 0 || topP === 0 ? 'greedy' : [temperature, topP, seed];
}

/** Parts of a message; callers in plain JavaScript may violate the types. */
function getParts(message: Message): Message['parts'] {
  const parts: unknown = message.parts;
  if (!Array.isArray(parts)) return [];
  return message.parts.filter(
    (part: unknown) => typeof part === 'object' && part !== null && ('text' in part || 'data' in part),
  );
}

/** The texts of a message, joined by line feeds. */
export function getText(message: Message): string {
  return getParts(message)
    .flatMap((part) => (part.type === 'text' ? [String(part.text ?? '')] : []))
    .join('\n')
    .toWellFormed();
}

function getPrint(part: Message['parts'][number]): unknown {
  if (part.type === 'text') return part.text;
  return [part.mediaType, isBytes(part.data) ? hashBytes(part.data) : String(part.data)];
}
