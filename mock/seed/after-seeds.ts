import type { App } from '../app.ts';
import type { SeedStart } from './seed-start.ts';

/** Answers requests once the seeds are in; until then they wait, and where they can't be, each of them fails. */
export function afterSeeds(start: SeedStart | undefined, fetch: App['fetch']): App['fetch'] {
  if (!start) return fetch;
  return (request, peer) =>
    start.state === 'in' ? fetch(request, peer) : start.ready.then(() => fetch(request, peer));
}
