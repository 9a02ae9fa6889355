import { worldDefaults } from '../../mock/world/defaults.ts';
import { authorization } from './peers.ts';
import { BenchError, type RunningServer } from './processes.ts';

/** A rendering request: the action, and its body. */
export interface Rendering {
  readonly action: string;
  readonly body: object;
  /** The status that is expected; 200 unless it is meant to fail. */
  readonly status?: number;
}

/** Sends one, without an answer that was kept, and reads the answer to its end. @throws BenchError */
export async function render(
  { url }: RunningServer,
  { action, body, status = 200 }: Rendering,
): Promise<Uint8Array> {
  const path = `/client/v4/accounts/${worldDefaults.accountId}/browser-rendering/${action}?cacheTTL=0`;
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const bytes = await answer.bytes();
  if (answer.status !== status) {
    throw new BenchError(
      'bench',
      `${action}: ${answer.status} ${new TextDecoder().decode(bytes.slice(0, 500))}`,
    );
  }
  return bytes;
}

/** Sends requests, so many at once; answers in how many milliseconds all were answered. */
export async function renderAll(
  server: RunningServer,
  requests: Iterable<Rendering>,
  atOnce: number,
): Promise<number> {
  const begun = performance.now();
  const waiting = requests[Symbol.iterator]();
  const worker = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await render(server, next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return performance.now() - begun;
}
