import { type Client, createClient } from '../../../spec/client.ts';
import { basePath } from '../../../spec/contract.ts';
import { inProcess, type Peer } from '../../api/app.ts';
import type { Mock } from '../create-mock.ts';

export interface TestClientOptions {
  /** API token; by default the one with every permission. The empty text sends none. */
  readonly token?: string;
  /** Address that the request seems to come from. */
  readonly peer?: Peer;
}

/**
 * A typed client of a mock in the same process.
 *
 * @example
 * const { body } = await getClient(createMock()).call('zones.zone.list', {});
 */
export function getClient(
  mock: Pick<Mock, 'fetch' | 'defaults'>,
  { token = mock.defaults.apiToken, peer = inProcess }: TestClientOptions = {},
): Client {
  return createClient({
    baseUrl: `http://localhost${basePath}`,
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    fetch: (request) => mock.fetch(request, peer),
  });
}

/** The status, code and message of a refusal; members are `undefined` for other answers. */
export function getRefusal({ status, body }: { readonly status: number; readonly body: unknown }) {
  const envelope = body as { errors?: readonly RefusalEntry[] }; // only read, and only by these members
  const [first] = envelope.errors ?? [];
  return { status, code: first?.code, message: first?.message, pointer: first?.source?.pointer };
}

interface RefusalEntry {
  readonly code: number;
  readonly message: string;
  readonly source?: { readonly pointer?: string };
}
