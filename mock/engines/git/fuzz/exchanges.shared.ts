import recording from '../../../../fixtures/git/exchanges/recorded.json' with { type: 'json' };
import type { ProtocolVersion } from '../advertise/capabilities.ts';
import { readProtocolVersion } from '../http/protocol-version.ts';

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
