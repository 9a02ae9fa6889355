import type { Generation, Message, Part } from '../../../engines/models/backend.ts';
import { fromBase64 } from '../../../engines/models/base64.ts';
import { getMediaType } from '../../../engines/models/media-type.ts';
import { ModelError } from '../../../engines/models/model-error.ts';

/** A {@link Generation} whose members may be undefined or null, as requests have them. */
type LooseGeneration = {
  readonly [Name in keyof Generation]: Generation[Name] | null | undefined;
} & Pick<Generation, 'messages'>;

/** Leaves out members that are undefined or null. */
export function generation(loose: LooseGeneration): Generation {
  const present: Record<string, unknown> = {};
  for (const name in loose) {
    const value = loose[name as keyof Generation]; // The name comes from there.
    if (value !== undefined && value !== null) present[name] = value;
  }
  return present as unknown as Generation; // Messages are there, and all else may be left out.
}

/**
 * Adds the names of tools to their results, which most formats have only in the call.
 */
export function withCallNames(messages: readonly Message[]): readonly Message[] {
  if (!messages.some(({ role }) => role === 'tool')) return messages;
  const names = new Map<string, string>();
  return messages.map((message) => {
    if (message.role === 'assistant') {
      for (const call of message.toolCalls ?? []) names.set(call.id, call.name);
    }
    if (message.role !== 'tool' || message.name !== undefined) return message;
    const name = names.get(message.callId);
    return name === undefined ? message : { ...message, name };
  });
}

/**
 * Maps a format's word for the reasoning effort; those above `high` become `high`, the engines' maximum.
 */
export function getEffort(word: string | null | undefined): Generation['effort'] {
  switch (word) {
    case 'none':
    case 'minimal':
    case 'low':
    case 'medium':
    case 'high':
      return word;
    case 'xhigh':
    case 'max':
      return 'high';
    default:
      return undefined;
  }
}

/**
 * A file by its URL; a data URL is decoded.
 *
 * @param url https, http or data URL
 * @param fallback the media type, if the URL doesn't show it
 * @throws ModelError `bad-input` for any other URL
 *
 * @example
 * mediaAt('data:image/png;base64,iVBORw0KGgo=', 'image/*') // { type: 'media', mediaType: 'image/png', data: … }
 */
export function mediaAt(url: string, fallback: string): Part {
  const data = /^data:([^;,]*)([^,]*),/i.exec(url.slice(0, MAX_HEAD));
  if (data !== null) {
    const [head, mediaType, parameters = ''] = data;
    const content = url.slice(head.length);
    if (/;base64$/i.test(parameters)) return toMedia(content, mediaType || fallback);
    return { type: 'media', mediaType: mediaType || 'text/plain', data: unescaped(content) };
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') {
    const start = url.length > 60 ? `${url.slice(0, 60)}…` : url;
    throw new ModelError('bad-input', `"${start}" is not a supported URL: send an https URL or a data URL.`);
  }
  return { type: 'media', mediaType: typeByName(parsed.pathname) ?? fallback, data: parsed };
}

/** Longest head of a data URL: media type and parameters. */
const MAX_HEAD = 300;

/**
 * A file from Base64. For a type with a wildcard, the bytes decide the media type.
 *
 * @throws ModelError `bad-input` for invalid Base64
 */
export function toMedia(base64: string, mediaType: string): Part {
  let data: Uint8Array;
  try {
    data = fromBase64(base64);
  } catch (cause) {
    throw new ModelError('bad-input', `The file of type ${mediaType} is not valid Base64.`, { cause });
  }
  return mediaPart(data, mediaType);
}

/** A file from bytes, see {@link toMedia}. */
export function mediaPart(data: Uint8Array, mediaType: string): Part {
  const known = mediaType.endsWith('*') ? (getMediaType(data) ?? mediaType) : mediaType;
  return { type: 'media', mediaType: known, data };
}

/** The error for files that were uploaded elsewhere. */
export function unknownFile(id: string): ModelError {
  return new ModelError('bad-input', `File ${id} is not stored here: send its content or its URL.`);
}

/**
 * Refuses members of other formats that ask for another form of answer: left out, the answer would have the wrong one
 * without a word.
 *
 * @param instead what this format has in place of each; by its name in a body
 * @throws ModelError `bad-input` with the name of the member
 */
export function refuseMembers(
  body: Readonly<Record<string, unknown>>,
  instead: Readonly<Record<string, string>>,
): void {
  for (const [name, use] of Object.entries(instead)) {
    if (body[name] !== undefined && body[name] !== null)
      throw new ModelError('bad-input', `${name} is not supported here: ${use}.`);
  }
}

/** Members of model servers that ask for another form of answer, and that no format of the platform has. */
export const formsOfServers = [
  'guided_choice',
  'guided_regex',
  'guided_grammar',
  'structured_outputs',
  'grammar',
  'json_schema',
] as const;

/** Refuses the members of model servers. @param use what the format has in their place */
export function refuseForms(body: Readonly<Record<string, unknown>>, use: string): void {
  refuseMembers(body, Object.fromEntries(formsOfServers.map((name) => [name, use])));
}

/** The error for a tool that the provider of a model would run itself, such as a web search. */
export const refusedTool = (type: unknown): ModelError =>
  new ModelError(
    'bad-input',
    `A tool of type ${type} is not supported here: send the description of a function.`,
  );

function unescaped(content: string): Uint8Array {
  try {
    return new TextEncoder().encode(decodeURIComponent(content));
  } catch (cause) {
    throw new ModelError('bad-input', 'A data URL has invalid escapes.', { cause });
  }
}

const typesByExtension: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  txt: 'text/plain',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
};

/** The media type of a file name. */
export function typeByName(name: string): string | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(typesByExtension, extension) ? typesByExtension[extension] : undefined;
}
