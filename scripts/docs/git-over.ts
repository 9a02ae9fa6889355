import type { HttpClient } from 'isomorphic-git';
import type { Mock } from '../../mock/index.ts';

/** Connects isomorphic-git to a mock that does not listen. */
export function gitOver(mock: Pick<Mock, 'fetch'>): HttpClient {
  return {
    async request({ url, method = 'GET', headers = {}, body }) {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for await (const part of body ?? []) parts.push(new Uint8Array(part));
      const init: RequestInit = { method, headers };
      if (parts.length > 0) init.body = new Blob(parts);
      const answer = await mock.fetch(new Request(url, init));
      const bytes = new Uint8Array(await answer.arrayBuffer());
      return {
        url,
        method,
        statusCode: answer.status,
        statusMessage: answer.statusText,
        headers: Object.fromEntries(answer.headers),
        body: (async function* () {
          yield bytes;
        })(),
      };
    },
  };
}
