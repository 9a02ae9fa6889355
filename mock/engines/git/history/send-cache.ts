import type { ObjectId } from '../object-id.ts';
import type { CommitGraph } from './commit-graph.ts';
import { objectsToSend, type SendRequest } from './objects-to-send.ts';
import type { SendList } from './send-list.ts';

/** Lists that are kept, and the objects from which on one is worth it. */
const kept = 4;
const worthKeeping = 500;

/** Keeps what clones are sent, so that those that follow the first cost no walk. */
export class SendCache {
  readonly graph: CommitGraph;
  readonly #lists = new Map<string, SendList>();

  constructor(graph: CommitGraph) {
    this.graph = graph;
  }

  /** What to send, as `objectsToSend` finds it; a client that has something is told anew each time. */
  send(request: SendRequest): SendList {
    if (request.haves?.length) return objectsToSend(this.graph, request);
    const key = keyOf(request);
    const known = this.#lists.get(key);
    const list = known ?? objectsToSend(this.graph, request);
    if (list.size < worthKeeping) return list;
    this.#lists.delete(key);
    this.#lists.set(key, list);
    for (const oldest of [...this.#lists.keys()].slice(0, -kept)) this.#lists.delete(oldest);
    return list;
  }

  /** Forgets all lists: what is kept beside them, such as places in packs, holds no more after a pack has come. */
  forget(): void {
    this.#lists.clear();
  }
}

function keyOf({ wants, cut, filter, includeTags }: SendRequest): string {
  const { blobLimit, treeDepth, types } = filter ?? {};
  const without = [blobLimit, treeDepth, types && [...types].sort().join()].join();
  return [names(wants), names(cut), names(includeTags), without].join(' ');
}

function names(ids: Iterable<ObjectId> = []): string {
  return [...new Set(ids)].sort().join();
}
