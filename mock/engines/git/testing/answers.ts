import { concatBytes } from '@noble/hashes/utils.js';
import { gitCodec } from '#git-codec';
import type { ProtocolVersion } from '../http/git-route.ts';
import { GitRepository } from '../repository/git-repository.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { uploadPack } from '../upload-pack/upload-pack.ts';
import { createDatabase, ids, packs } from './packs.ts';

/** An id without an object. */
export const unknown = '1'.repeat(40);

const decoder = new TextDecoder();

/** A parsed response: the lines before the pack, and the content of the side-bands. */
export interface Answer {
  readonly lines: readonly string[];
  readonly pack: Uint8Array;
  readonly progress: string;
  readonly error: string;
  readonly longest: number;
}

/** The bytes of the response to a request. */
export async function answerTo(
  version: ProtocolVersion,
  lines: readonly string[],
  repository?: GitRepository,
): Promise<Uint8Array> {
  const body = toBody(wire(...lines));
  const answer = await uploadPack(repository ?? (await threeEditions()), body, { version });
  return new Response(answer instanceof ReadableStream ? answer : Uint8Array.from(answer)).bytes();
}

/** The same as text. */
export const getText = async (
  version: ProtocolVersion,
  lines: readonly string[],
  repository?: GitRepository,
) => decoder.decode(await answerTo(version, lines, repository));

/** Parses a response. Without side-bands, the pack begins at its first byte. */
export function parseAnswer(bytes: Uint8Array, isBanded = true): Answer {
  const lines: string[] = [];
  const bands = ['', '', ''];
  const pack: Uint8Array[] = [];
  let longest = 0;
  let at = 0;
  while (at < bytes.length) {
    if (!isBanded && decoder.decode(bytes.subarray(at, at + 4)) === 'PACK') {
      return { lines, pack: bytes.subarray(at), progress: '', error: '', longest };
    }
    const length = Number.parseInt(decoder.decode(bytes.subarray(at, at + 4)), 16);
    const data = bytes.subarray(at + 4, at + Math.max(4, length));
    at += Math.max(4, length);
    const band = data[0] ?? 0;
    longest = Math.max(longest, length);
    if (length < 4) lines.push(`000${length}`);
    else if (band === 1 && lines.length === 0) lines.push(`1:${decoder.decode(data.subarray(1))}`);
    else if (band === 1) pack.push(data.subarray(1));
    else if (band < 4) bands[band - 1] += decoder.decode(data.subarray(1));
    else lines.push(decoder.decode(data));
  }
  return { lines, pack: concatBytes(...pack), progress: bands[1] ?? '', error: bands[2] ?? '', longest };
}

/** The lines of a fetch of version 2. */
export const fetching = (...args: string[]) => [
  'command=fetch',
  'agent=git/2.39.5',
  'object-format=sha1',
  '0001',
  ...args.map((line) => `${line}\n`),
  '0000',
];

/** The refs of most tests: three commits, and a tag of the last. */
export const someRefs: Readonly<Record<string, string>> = {
  'refs/heads/main': ids.commits[2],
  'refs/heads/old': ids.commits[0],
  'refs/tags/v1': ids.tag,
};

/** A repository with the three editions of a text, any refs, and any other packs. */
export async function threeEditions(
  refs: Readonly<Record<string, string>> = someRefs,
  { head = 'refs/heads/main', more = [] }: { head?: string; more?: readonly Uint8Array[] } = {},
): Promise<GitRepository> {
  const storage = memoryStorage(head);
  await createDatabase([packs.ofsDeltas(), ...more], storage);
  await storage.changeRefs(Object.entries(refs).map(([name, to]) => ({ name, from: undefined, to })));
  return GitRepository.open(storage, gitCodec);
}

/** Packets of text lines; `0000`, `0001` and `0002` are the markers. */
export function wire(...lines: readonly string[]): Uint8Array {
  const packets = lines.map((line) => {
    if (/^000[012]$/.test(line)) return line;
    const length = new TextEncoder().encode(line).length + 4;
    return length.toString(16).padStart(4, '0') + line;
  });
  return new TextEncoder().encode(packets.join(''));
}

/** A body that arrives in pieces of a few bytes. */
export async function* toBody(bytes: Uint8Array, size = 11): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
