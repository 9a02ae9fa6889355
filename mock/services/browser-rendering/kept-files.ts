import type { Contract, ResultOf } from '../../../spec/contract.ts';
import type { endpoints } from '../../../spec/services/browser-rendering/endpoints.ts';
import { browserRenderingLimits } from '../../../spec/services/browser-rendering/limits.ts';
import type { Meta } from '../../../spec/services/browser-rendering/schemas/page.ts';
import { answerKey, answerStore } from '../../engines/answer-cache/answer-cache.ts';
import { PerAccount } from '../../world/account-tenant.ts';
import type { World } from '../../world/world.ts';

/** The result of an action, as sent. */
export interface RenderedFile {
  readonly mediaType: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** The cache key. */
export interface RenderedRequest {
  readonly operation: string;
  readonly account: string;
  readonly body: { readonly url?: string | undefined };
}

/** Recent answers. */
export interface KeptFiles {
  get(request: RenderedRequest): Promise<RenderedFile | undefined>;
  /** Caches an answer for some seconds, unless it is too large. */
  keep(request: RenderedRequest, file: RenderedFile, seconds: number): Promise<void>;
  clear(): void;
}

const { kept: bounds } = browserRenderingLimits;

/**
 * Caches answers of pages from a URL by account, action and whole request; results of submitted HTML are never cached:
 * Cloudflare docs, Browser Run Quick Actions (the key is inferred).
 */
export function createKeptFiles(world: World): KeptFiles {
  const stores = new PerAccount(({ clock }) =>
    answerStore({ now: () => clock.now(), maxEntries: bounds.answers, maxBytes: bounds.bytes }),
  );
  const getStore = ({ account: id }: RenderedRequest) => {
    const account = world.account(id);
    return account && stores.of(account);
  };
  const isKept = ({ body }: RenderedRequest) => body.url !== undefined;
  return {
    async get(request) {
      if (!isKept(request)) return undefined;
      const found = getStore(request)?.get(await getKey(request));
      return found && { mediaType: found.headers[0]?.[1] ?? '', content: found.body };
    },
    async keep(request, { mediaType, content }, seconds) {
      if (!isKept(request) || seconds <= 0) return;
      const body = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      if (body.byteLength > bounds.largestBytes) return;
      const answer = { status: 200, headers: [['content-type', mediaType] as const], body };
      getStore(request)?.set(await getKey(request), answer, seconds * 1000);
    },
    clear: () => stores.clear(),
  };
}

const getKey = ({ account, operation, body }: RenderedRequest) =>
  answerKey([account, operation, JSON.stringify(sorted(body))]);

/** The same value with sorted object members, so that the order in the request does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

type JsonOperation = Exclude<
  keyof typeof endpoints,
  'browser-rendering.screenshot.create' | 'browser-rendering.pdf.create'
>;

/** The JSON answer of an operation, with `meta` if given. */
export function jsonFile<Id extends JsonOperation>(
  _operation: Id,
  result: ResultOf<Contract[Id]>,
  meta?: Meta,
): RenderedFile {
  return {
    mediaType: 'application/json',
    content: JSON.stringify({ success: true, result, ...(meta && { meta }) }),
  };
}
