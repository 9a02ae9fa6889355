import type { ObjectId } from '../object-id.ts';
import { Pace } from '../pack/pace.ts';
import type { CommitGraph } from './commit-graph.ts';
import { objectsToSend, objectsToSendInSteps, type SendRequest } from './objects-to-send.ts';
import type { SendList } from './send-list.ts';
import type { Steps } from './steps.ts';

/** Lists that are kept, and the objects from which on one is worth it. */
const kept = 4;
const worthKeeping = 500;

/** Keeps what clones are sent, so that those that follow the first cost no walk. */
export class SendCache {
  readonly graph: CommitGraph;
  readonly #lists = new Map<string, SendList>();
  /** Lists that are being made, for all who wait for them. */
  readonly #making = new Map<string, Promise<SendList>>();

  constructor(graph: CommitGraph) {
    this.graph = graph;
  }

  /** What to send, as `objectsToSend` finds it; a client that has something is told anew each time. */
  send(request: SendRequest): SendList {
    if (request.haves?.length) return objectsToSend(this.graph, request);
    const key = keyOf(request);
    return this.#keep(key, this.#lists.get(key) ?? objectsToSend(this.graph, request));
  }

  /**
   * The same, but others have their turn meanwhile; those who ask for the same list at once wait for one walk.
   *
   * @param signal stops a walk that nobody else waits for
   */
  async prepare(request: SendRequest, signal?: AbortSignal): Promise<SendList> {
    const make = (stop?: AbortSignal) => paced(objectsToSendInSteps(this.graph, request), stop);
    if (request.haves?.length) return make(signal);
    const key = keyOf(request);
    const known = this.#lists.get(key);
    if (known) return this.#keep(key, known);
    let making = this.#making.get(key);
    if (making === undefined) {
      making = make().finally(() => this.#making.delete(key));
      this.#making.set(key, making);
    }
    return this.#keep(key, await making);
  }

  /** Forgets all lists: what is kept beside them, such as places in packs, holds no more after a pack has come. */
  forget(): void {
    this.#lists.clear();
  }

  #keep(key: string, list: SendList): SendList {
    if (list.size < worthKeeping) return list;
    this.#lists.delete(key);
    this.#lists.set(key, list);
    for (const oldest of [...this.#lists.keys()].slice(0, -kept)) this.#lists.delete(oldest);
    return list;
  }
}

async function paced<Result>(steps: Steps<Result>, signal: AbortSignal | undefined): Promise<Result> {
  const pace = new Pace();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (!pace.due()) continue;
    await pace.rest();
    signal?.throwIfAborted();
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
