import { createHash } from 'node:crypto';
import { createMock } from '../../../mock/assembly/create-mock.ts';
import { type Transcript, textOfCase } from '../../../spec/vectors/inference.ts';
import { type NamedCase, pathOfCase } from '../../../suites/inference/transcripts/cases.ts';

/** Each case starts with its own mock, this seed, and a clock frozen at this time. */
export const conditions = { seed: 1, now: '2026-11-21T12:00:00Z' } as const;

/** Longer answers are kept as a digest, as they are unreadable. */
const longest = 20_000;

/** Headers that describe the answer itself. */
const kept =
  /^(?:content-type|cf-aig-.*|cf-ai-.*|retry-after|touchstone-(?!journal$).*|x-request-id|request-id)$/;

/**
 * Runs a case against a fresh mock in this process.
 *
 * @example
 * (await getTranscript(readCase('chat-stream'))).status // 200
 */
export async function getTranscript(item: NamedCase): Promise<Transcript> {
  const mock = createMock({ seed: conditions.seed });
  mock.clock.freeze(Date.parse(conditions.now));
  const { accountId, apiToken } = mock.defaults;
  const headers = {
    authorization: `Bearer ${apiToken}`,
    'content-type': 'application/json',
    ...item.headers,
  };
  const url = `http://localhost:4800/client/v4${pathOfCase(item, accountId)}`;
  const response = await mock.fetch(new Request(url, { method: 'POST', headers, body: textOfCase(item) }));
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => kept.test(name)).sort()),
    answer: getAnswer(response.headers.get('content-type') ?? '', bytes),
  };
}

function getAnswer(type: string, bytes: Uint8Array<ArrayBuffer>): Transcript['answer'] {
  const text = new TextDecoder().decode(bytes);
  if (type.startsWith('text/event-stream')) {
    return { kind: 'events', frames: text.replace(/\n\n$/, '').split('\n\n') };
  }
  if (type.startsWith('application/json') && bytes.length <= longest) {
    return { kind: 'json', body: JSON.parse(text) };
  }
  return {
    kind: 'digest',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}
