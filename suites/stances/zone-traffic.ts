import type { TestContext } from '../harness/context.ts';
import type { EdgeReply } from '../harness/edge.ts';
import { type GuardOptions, guard, type Headers } from '../token-validation/guard.ts';

/** A path that a token validation rule guards. */
export interface Guarded {
  /** Requests the path. */
  send(headers: Headers): Promise<EdgeReply>;
  /** Whether a request with these headers reaches the origin. */
  passes(headers: Headers): Promise<boolean>;
}

/** Guards a path, and returns tools that request it without judging. */
export async function guarded(t: TestContext, options: GuardOptions): Promise<Guarded> {
  const { path } = await guard(t, options);
  const send = (headers: Headers) => t.edge({ path, host: t.host(options.host), headers });
  return { send, passes: async (headers) => t.reached(await send(headers)) };
}
