import { lookup } from 'node:dns/promises';
import type { ResolveHost } from '../engines/webhook/destination.ts';

/**
 * All addresses of a name, as the system finds them: hosts file and DNS, the way a connection would.
 *
 * @throws what the system's resolver says, for a name without an address
 * @example
 * await resolveHost('localhost', signal); // ['127.0.0.1', '::1']
 */
export const resolveHost: ResolveHost = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);
