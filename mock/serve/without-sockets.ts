import type { Listening } from '../serve.ts';
import { ListenError } from './ports.ts';

/** Replaces the server where nothing can listen, in a page or a service worker. @throws ListenError always */
export async function listen(): Promise<Listening> {
  throw new ListenError(
    'no-sockets',
    'A mock can only listen on Bun, Deno or Node, not in a page; use its handlers() there.',
  );
}
