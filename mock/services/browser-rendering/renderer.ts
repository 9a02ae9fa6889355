import { ApiError } from '../../../spec/errors.ts';
import type { CommonRequest } from '../../../spec/services/browser-rendering/schemas/page.ts';
import type { WrittenAnswer } from '../../call.ts';
import {
  type BrowserEngine,
  BrowserError,
  type LoadedPage,
  type Visit,
  type Visited,
} from '../../engines/browser/index.ts';
import type { World } from '../../world/world.ts';
import { failureOf } from './failure-of.ts';
import { createKeptFiles, type RenderedFile } from './kept-files.ts';
import { createRequestLimits } from './request-limits.ts';
import { visitOf } from './visit-of.ts';

/** A call of one of the actions, as far as all of them look at it. */
export interface RenderCall<Body extends CommonRequest> {
  readonly params: { readonly account_id: string };
  readonly query: { readonly cacheTTL: number };
  readonly body: Body;
  readonly request: Request;
}

/** What an action does with a page. */
export interface RenderAction<T> {
  /** The id of its operation. */
  readonly operation: string;
  /** What it wants of the visit beside what every request can say. */
  readonly visit?: Partial<Visit>;
  /** Works on the page while it is there. */
  readonly work: (page: LoadedPage) => Promise<T>;
  /** Writes the answer once the page is gone. */
  readonly write: (visited: Visited<T>) => RenderedFile | Promise<RenderedFile>;
  /** What the answer rests on, where that is less than the operation does. */
  readonly basis?: WrittenAnswer['basis'];
}

/** The way of every rendering request: limits, kept answers, the visit, the answer. */
export interface Renderer {
  render<T>(call: RenderCall<CommonRequest>, action: RenderAction<T>): Promise<WrittenAnswer>;
  /** Forgets answers and what was counted. */
  reset(): void;
}

const browserTime = (milliseconds: number) => ({ 'x-browser-ms-used': String(milliseconds) });

/** A renderer that has its pages visited by `browser`. */
export function createRenderer({
  world,
  browser,
}: {
  readonly world: World;
  readonly browser: BrowserEngine;
}): Renderer {
  const limits = createRequestLimits(world);
  const kept = createKeptFiles(world);

  /** @throws ApiError */
  async function visit<T>(
    account: string,
    wanted: Visit,
    work: RenderAction<T>['work'],
  ): Promise<Visited<T>> {
    try {
      const visited = await browser.visit(wanted, work);
      limits.charge(account, visited.browserMs);
      return visited;
    } catch (error) {
      if (!(error instanceof BrowserError)) throw internal(error);
      limits.charge(account, error.browserMs);
      throw failureOf(error);
    }
  }

  return {
    async render({ params, query, body, request }, { operation, work, write, basis, visit: own }) {
      const account = params.account_id;
      const { cacheTTL } = query;
      const wanted = { ...visitOf(body), ...own, signal: request.signal };
      limits.count(account);
      const asked = { account, operation, body };
      // An answer that is kept took no time of a browser (inferred: nothing is said of it).
      const found = cacheTTL > 0 ? await kept.get(asked) : undefined;
      if (found) return answer(found, 0, basis);
      const visited = await visit(account, wanted, work);
      const failed = withTime(visited.browserMs, request.signal);
      const file = await Promise.resolve(visited).then(write).catch(failed);
      await kept.keep(asked, file, cacheTTL);
      return answer(file, visited.browserMs, basis);
    },
    reset() {
      limits.reset();
      kept.clear();
    },
  };
}

function answer({ mediaType, content }: RenderedFile, browserMs: number, basis: WrittenAnswer['basis']) {
  return {
    written: content,
    mediaType,
    headers: browserTime(browserMs),
    ...(basis !== undefined && { basis }),
  };
}

/** Says with what fails after the visit how long that took. */
function withTime(browserMs: number, signal: AbortSignal): (error: unknown) => never {
  return (error) => {
    // Nobody is there to read it.
    if (signal.aborted) throw new ApiError('render-timeout', { browserMs }, undefined, { cause: error });
    if (!(error instanceof ApiError)) throw internal(error, browserMs);
    throw new ApiError(error.failure, { ...error.detail, browserMs }, error.pointer, { cause: error });
  };
}

function internal(cause: unknown, browserMs = 0): ApiError {
  console.error('touchstone: a page could not be rendered', cause);
  return new ApiError('render-failed', { browserMs }, undefined, { cause });
}
