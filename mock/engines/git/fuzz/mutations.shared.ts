import fc from 'fast-check';
import recording from '../../../../fixtures/git/exchanges/recorded.json' with { type: 'json' };
import { type ProtocolVersion, readProtocolVersion } from '../http/git-route.ts';

/** Removes some bytes and inserts others. The position is a fraction of the length, so it fits any input. */
interface Mutation {
  readonly at: number;
  readonly removed: number;
  readonly added: Uint8Array;
}

const encode = (text: string) => new TextEncoder().encode(text);

/** Texts that have a meaning in the protocol. */
const words = [
  ...'0000 0001 0002 0003 0004 0005 fff0 fff1 ffff -001 FFFF PACK done filter % ../ refs/ \0 \n \n\n'.split(
    ' ',
  ),
  ...[
    'want ',
    'have ',
    'deepen 1',
    'deepen -1',
    'deepen 99999999999',
    'shallow ',
    'tree:999999999',
    'combine:',
  ],
  ...[
    'command=fetch',
    'command=ls-refs',
    'command=',
    'tree ',
    'parent ',
    'object ',
    'type ',
    '40000 ',
    '160000 ',
  ],
  ...['0'.repeat(40), 'f'.repeat(40)],
].map(encode);

const numbers = [
  [0xff, 0xff, 0xff, 0xff],
  [0x7f, 0xff, 0xff, 0xff],
  [0x80, 0x00, 0x00, 0x00],
  [0, 0, 0, 0],
  [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
].map((bytes) => Uint8Array.from(bytes));

/** One to four changes to a sample. The last one may truncate it. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.oneof(fc.nat({ max: 64 }), fc.constant(Number.POSITIVE_INFINITY)),
    added: fc.oneof(fc.constantFrom(...words, ...numbers), fc.uint8Array({ maxLength: 12 })),
  }),
  { minLength: 1, maxLength: 4 },
);

/** A sample after all changes, in order; the sample itself is unchanged. */
export function mutate(sample: Uint8Array, changes: readonly Mutation[]): Uint8Array {
  return changes.reduce<Uint8Array>((data, { at, removed, added }) => {
    const place = Math.floor(at * data.length);
    return joined(data.subarray(0, place), added, data.subarray(Math.min(data.length, place + removed)));
  }, sample.slice());
}

export function joined(...parts: readonly ArrayLike<number>[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A body that a client sent, and Git's response. */
export interface RecordedPost {
  readonly name: string;
  readonly version: ProtocolVersion;
  readonly request: Uint8Array;
  readonly answer: Uint8Array;
}

const toBytes = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The requests to a service, in order. */
export function recordedPosts(service: 'git-upload-pack' | 'git-receive-pack'): RecordedPost[] {
  return Object.entries(recording.recorded).flatMap(([name, exchanges]) =>
    exchanges
      .filter(({ method, path }) => method === 'POST' && path.endsWith(service))
      .map(({ headers, request, answer }) => ({
        name,
        version: readProtocolVersion(new Headers(Object.entries(headers)).get('git-protocol')),
        request: toBytes(request),
        answer: toBytes(answer),
      })),
  );
}

/** The packs of all pushes. */
export function recordedPacks(): Uint8Array[] {
  const magic = 'PACK';
  return recordedPosts('git-receive-pack').flatMap(({ request }) => {
    const at = String.fromCharCode(...request).indexOf(magic);
    return at === -1 ? [] : [request.subarray(at)];
  });
}
