import type { Client, ClientOptions } from '../../spec/client.ts';

/**
 * The typed client of the contract, which is loaded with the first call: with it comes all of the contract, which a
 * mock loads in parts.
 */
export function lateClient(options: ClientOptions): Client {
  const load = async () => (await import('../../spec/client.ts')).createClient(options);
  return {
    baseUrl: options.baseUrl,
    call: async (id, input) => (await load()).call(id, input),
    send: async (request) => (await load()).send(request),
    with: (headers) => lateClient({ ...options, headers: { ...options.headers, ...headers } }),
  };
}
