import { isObject } from '../../harness/assertions.ts';

/** Types found at each place of a JSON value. Places are JSON pointers in which `*` stands for any item of a list. */
export type Structure = ReadonlyMap<string, ReadonlySet<string>>;

const getType = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

/**
 * The members of a JSON value, and their types.
 *
 * @example
 * getStructure({ choices: [{ index: 0 }] }) // '' object, '/choices' array, '/choices/*' object, '/choices/*' + '/index' number
 */
export function getStructure(value: unknown): Structure {
  const found = new Map<string, Set<string>>();
  const visit = (at: string, one: unknown): void => {
    found.set(at, (found.get(at) ?? new Set()).add(getType(one)));
    if (Array.isArray(one)) for (const item of one) visit(`${at}/*`, item);
    else if (isObject(one)) for (const [name, member] of Object.entries(one)) visit(`${at}/${name}`, member);
  };
  visit('', value);
  return found;
}

/**
 * What an answer lacks of another one's structure. Additional members are no fault, and null only requires that the
 * member exists.
 *
 * @returns one sentence for each fault
 *
 * @example
 * missingFrom(getStructure({ id: 7 }), getStructure({ id: 'a' })) // ['/id is number, expected string']
 */
export function missingFrom(actual: Structure, expected: Structure): string[] {
  return [...expected].flatMap(([place, types]) => {
    const seen = actual.get(place);
    if (!seen) return [`${place || 'the answer'} is missing`];
    const wanted = [...types].filter((type) => type !== 'null');
    const other = [...seen].filter((type) => type !== 'null' && wanted.length > 0 && !wanted.includes(type));
    return other.length === 0
      ? []
      : [`${place || 'the answer'} is ${other.join()}, expected ${wanted.join()}`];
  });
}

/** One parsed frame of a stream. */
export interface Frame {
  /** Name of the event; empty if it has none. */
  readonly event: string;
  /** Its data, parsed if it is JSON. */
  readonly data: unknown;
}

/** Parses a frame of an event stream, without the blank line after it. */
export function readFrame(frame: string): Frame {
  let event = '';
  const data: string[] = [];
  for (const line of frame.split(/\r?\n/)) {
    const [, field, value = ''] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
  const text = data.join('\n');
  try {
    return { event, data: JSON.parse(text) };
  } catch {
    return { event, data: text };
  }
}

/**
 * The kind of a frame: its type if the format has types, otherwise its contents.
 *
 * @example
 * getKind(readFrame('data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":null}]}')) // 'choices content'
 */
export function getKind({ data }: Frame): string {
  if (!isObject(data)) return String(data);
  if (typeof data['type'] === 'string') {
    const { delta } = data;
    return isObject(delta) && typeof delta['type'] === 'string'
      ? `${data['type']} ${delta['type']}`
      : data['type'];
  }
  if ('error' in data || 'errors' in data) return 'error';
  if (Array.isArray(data['choices'])) {
    const [choice] = data['choices'];
    if (!isObject(choice)) return 'usage';
    const delta = isObject(choice['delta']) ? choice['delta'] : {};
    if (typeof choice['finish_reason'] === 'string') return `finish ${choice['finish_reason']}`;
    return 'role' in delta && !delta['content'] ? 'begin' : `choices ${getAdditions(delta)}`;
  }
  if ('usage' in data) return 'usage';
  return Object.keys(data)
    .filter((name) => name !== 'p')
    .sort()
    .join(' ');
}

/** The kinds of content in a delta. The role may come with the first. */
function getAdditions(delta: Readonly<Record<string, unknown>>): string {
  return ['content', 'reasoning_content', 'tool_calls', 'refusal']
    .filter((name) => delta[name] !== undefined && delta[name] !== null)
    .join(' ');
}

/** The kinds of frames in order, without repeats and pings. */
export function getOrder(frames: readonly Frame[]): string[] {
  return frames
    .map(getKind)
    .filter((kind) => kind !== 'ping')
    .filter((kind, at, all) => kind !== all[at - 1]);
}
