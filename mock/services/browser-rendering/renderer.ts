import { ApiError } from '../../../spec/errors.ts';
import { browserRenderingLimits as limits } from '../../../spec/services/browser-rendering/limits.ts';
import type { CommonRequest } from '../../../spec/services/browser-rendering/schemas/page.ts';
import type { WrittenAnswer } from '../../api/call.ts';
import {
  type BrowserEngine,
  BrowserError,
  type LoadedPage,
  type Visit,
  type Visited,
} from '../../engines/browser/index.ts';
import { createRateLimiter, type RateRule } from '../../engines/rate-window/rate-limiter.ts';
import { PerAccount } from '../../world/account-tenant.ts';
import type { World } from '../../world/world.ts';
import { getFailure } from './failures.ts';
import { createKeptFiles, type RenderedFile } from './kept-files.ts';
import { noteOf } from './note-rendering.ts';
import { toVisit } from './to-visit.ts';

/** A call of an action, with the parts that all actions share. */
export interface RenderCall<Body extends CommonRequest> {
  readonly params: { readonly account_id: string };
  readonly query: { readonly cacheTTL: number };
  readonly body: Body;
  readonly bodyText: string;
  readonly request: Request;
}

/** Turns a page into an answer. */
export interface RenderAction<T> {
  /** The id of its operation. */
  readonly operation: string;
  /** Parts of the visit that the action sets itself. */
  readonly visit?: Partial<Visit>;
  /** Works on the open page. */
  readonly work: (page: LoadedPage) => Promise<T>;
  /** Writes the answer after the page is closed. */
  readonly write: (visited: Visited<T>) => RenderedFile | Promise<RenderedFile>;
  /** The certainty of the answer, if lower than that of the operation. */
  readonly basis?: WrittenAnswer['basis'];
}

/** Runs every rendering request: limits, cached answers, the visit, the answer. */
export interface Renderer {
  render<T>(call: RenderCall<CommonRequest>, action: RenderAction<T>): Promise<WrittenAnswer>;
  /** Clears cached answers and counters. */
  reset(): void;
}

const browserTime = (milliseconds: number) => ({ 'x-browser-ms-used': String(milliseconds) });

/** Creates a renderer that visits pages with `browser`. */
export function createRenderer({
  world,
  browser,
}: {
  readonly world: World;
  readonly browser: BrowserEngine;
}): Renderer {
  const limits = createRequestLimits(world);
  const kept = createKeptFiles(world);
  const getWindow = () => {
    const [width, height] = world.stances.get('browser-rendering.viewport').split('x').map(Number);
    return { width: width ?? 0, height: height ?? 0 };
  };

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
      throw getFailure(error);
    }
  }

  return {
    async render(call, action) {
      const account = call.params.account_id;
      const { body, request } = call;
      const { operation, basis } = action;
      const { cacheTTL } = call.query;
      const wanted = { ...toVisit(body, getWindow()), ...action.visit, signal: request.signal };
      limits.count(account);
      const note = noteOf(world.accounts.get(account), call, operation);
      const asked = { account, operation, body };
      // A cached answer used no browser time (inferred: the docs don't say).
      const found = cacheTTL > 0 ? await kept.get(asked) : undefined;
      if (found) {
        note({ file: found, browserMs: 0, cached: true });
        return answer(found, 0, basis);
      }
      try {
        const visited = await visit(account, wanted, action.work);
        const failed = withTime(visited.browserMs, request.signal);
        const file = await Promise.resolve(visited).then(action.write).catch(failed);
        note({ file, browserMs: visited.browserMs, cached: false });
        await kept.keep(asked, file, cacheTTL);
        return answer(file, visited.browserMs, basis);
      } catch (error) {
        if (error instanceof ApiError) note({ error });
        throw error;
      }
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

/** Adds the browser time to a failure after the visit. */
function withTime(browserMs: number, signal: AbortSignal): (error: unknown) => never {
  return (error) => {
    // The client is gone.
    if (signal.aborted) throw new ApiError('render-timeout', { browserMs }, undefined, { cause: error });
    if (!(error instanceof ApiError)) throw internal(error, browserMs);
    throw new ApiError(error.failure, { ...error.detail, browserMs }, error.pointer, { cause: error });
  };
}

function internal(cause: unknown, browserMs = 0): ApiError {
  console.error('touchstone: a page could not be rendered', cause);
  return new ApiError('render-failed', { browserMs }, undefined, { cause });
}

/** Limits of an account by its plan: Cloudflare docs, Browser Run limits. */
export interface RequestLimits {
  /**
   * Counts a request.
   *
   * @throws ApiError `render-rate-limited` or `render-time-used-up`, if the limits of the platform are enforced
   */
  count(account: string): void;
  /** Counts browser time, enforced or not. */
  charge(account: string, milliseconds: number): void;
  reset(): void;
}

/** A day of the account's clock (UTC). */
const day: RateRule = { limit: limits.freeBrowserMs, intervalMs: 86_400_000, technique: 'fixed' };

const usedUp = 'Browser time limit exceeded for today';

/**
 * Counts the use of the browser by accounts. Only `platformLimits` of `all` enforces limits: one request in ten seconds
 * would block any test run.
 */
export function createRequestLimits(world: World): RequestLimits {
  const { gatewayConditions } = world;
  const limiters = new PerAccount(({ clock }) => createRateLimiter({ now: () => clock.now() }));
  return {
    count(id) {
      const account = world.account(id);
      if (!account || gatewayConditions.limits !== 'all') return;
      const { plan } = account.billing;
      const limiter = limiters.of(account);
      const now = account.clock.now();
      const retryAfter = (at: number | null) => Math.max(1, Math.ceil(((at ?? now) - now) / 1000));
      if (plan === 'free') {
        const { allowed, retryAt } = limiter.check('time', day);
        if (!allowed) {
          const reason = `Unable to create new browser: code: 429: message: ${usedUp}`;
          throw new ApiError('render-time-used-up', { reason, retryAfter: retryAfter(retryAt) });
        }
      }
      const rule: RateRule = { ...limits.requests[plan], technique: 'sliding' };
      const { allowed, retryAt } = limiter.take('requests', rule);
      if (!allowed) throw new ApiError('render-rate-limited', { retryAfter: retryAfter(retryAt) });
    },
    charge(id, milliseconds) {
      const account = world.account(id);
      if (account) limiters.of(account).charge('time', day, milliseconds);
    },
    reset: () => limiters.clear(),
  };
}
