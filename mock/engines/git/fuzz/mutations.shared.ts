import fc from 'fast-check';
import recording from '../../../../fixtures/git/exchanges/recorded.json' with { type: 'json' };
import { type ProtocolVersion, readProtocolVersion } from '../http/git-route.ts';

/** One thing that is done to bytes; places are shares of their length, so that they fit whatever is mutated. */
type Mutation =
  | { readonly kind: 'flip'; readonly at: number; readonly bit: number }
  | { readonly kind: 'set'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'insert'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'remove'; readonly at: number; readonly length: number }
  | { readonly kind: 'repeat'; readonly at: number; readonly length: number; readonly to: number }
  | { readonly kind: 'cut'; readonly at: number };

const encode = (text: string) => new TextEncoder().encode(text);

/** What the protocol gives a meaning to. */
const words = [
  ...['0000', '0001', '0002', '0003', '0004', '0005', 'fff0', 'fff1', 'ffff', '-001', 'FFFF'],
  ...['PACK', 'want ', 'have ', 'done', 'deepen 1', 'deepen -1', 'deepen 99999999999', 'shallow ', 'filter '],
  ...[
    'command=fetch',
    'command=ls-refs',
    'command=',
    'tree:999999999',
    'combine:',
    '%',
    '../',
    'refs/',
    '\0',
  ],
  ...[
    '0'.repeat(40),
    'f'.repeat(40),
    'tree ',
    'parent ',
    'object ',
    'type ',
    '\n',
    '\n\n',
    '40000 ',
    '160000 ',
  ],
].map(encode);

const numbers = [
  [0xff, 0xff, 0xff, 0xff],
  [0x7f, 0xff, 0xff, 0xff],
  [0x80, 0x00, 0x00, 0x00],
  [0, 0, 0, 0],
  [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
].map((bytes) => Uint8Array.from(bytes));

const place = fc.double({ min: 0, max: 1, noNaN: true });

const bytes = fc.oneof(fc.constantFrom(...words, ...numbers), fc.uint8Array({ minLength: 1, maxLength: 12 }));

const length = fc.nat({ max: 64 });

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: place, bit: fc.nat({ max: 7 }) }),
  fc.record({ kind: fc.constant('set' as const), at: place, bytes }),
  fc.record({ kind: fc.constant('insert' as const), at: place, bytes }),
  fc.record({ kind: fc.constant('remove' as const), at: place, length }),
  fc.record({ kind: fc.constant('repeat' as const), at: place, length, to: place }),
  fc.record({ kind: fc.constant('cut' as const), at: place }),
);

/** What is done to a sample, from one to four things. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(mutation, {
  minLength: 1,
  maxLength: 4,
});

/** A sample after all was done to it, in turn; the sample stays as it is. */
export function mutate(sample: Uint8Array, changes: readonly Mutation[]): Uint8Array {
  return changes.reduce(change, sample.slice());
}

function change(data: Uint8Array, mutation: Mutation): Uint8Array {
  const at = Math.floor(mutation.at * data.length);
  switch (mutation.kind) {
    case 'flip':
      return joined(data.subarray(0, at), [(data[at] ?? 0) ^ (1 << mutation.bit)], data.subarray(at + 1));
    case 'set':
      return joined(data.subarray(0, at), mutation.bytes, data.subarray(at + mutation.bytes.length));
    case 'insert':
      return joined(data.subarray(0, at), mutation.bytes, data.subarray(at));
    case 'remove':
      return joined(data.subarray(0, at), data.subarray(at + mutation.length));
    case 'repeat': {
      const to = Math.floor(mutation.to * data.length);
      return joined(data.subarray(0, to), data.subarray(at, at + mutation.length), data.subarray(to));
    }
    case 'cut':
      return data.slice(0, at);
  }
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

/** A body that a client sent, and what Git answered. */
export interface RecordedPost {
  readonly name: string;
  readonly version: ProtocolVersion;
  readonly request: Uint8Array;
  readonly answer: Uint8Array;
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** What was sent to a service, in the order it was sent. */
export function recordedPosts(service: 'git-upload-pack' | 'git-receive-pack'): RecordedPost[] {
  return Object.entries(recording.recorded).flatMap(([name, exchanges]) =>
    exchanges
      .filter(({ method, path }) => method === 'POST' && path.endsWith(service))
      .map(({ headers, request, answer }) => ({
        name,
        version: readProtocolVersion(new Headers(Object.entries(headers)).get('git-protocol')),
        request: bytesOf(request),
        answer: bytesOf(answer),
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
