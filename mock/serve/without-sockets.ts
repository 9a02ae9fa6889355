import type { Listening } from '../serve.ts';
import { ListenError } from './ports.ts';

/** Stands where nothing can listen: in a page, in a service worker. @throws ListenError always */
export async function listen(): Promise<Listening> {
  throw new ListenError(
    'no-sockets',
    'A mock listens on Bun, Deno or Node alone, not within a page; its handlers() answer there.',
  );
}
