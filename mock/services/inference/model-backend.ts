import { Lazy } from '../../assembly/lazy.ts';
import type { ModelBackend } from '../../engines/models/backend.ts';
import { lazyBackend } from '../../engines/models/lazy-backend.ts';
import { ModelError } from '../../engines/models/model-error.ts';
import { modelMatches } from '../../engines/models/model-pattern.ts';
import { checkReplaySpeed } from '../../engines/models/record/create-replaying-backend.ts';
import { createRepliesBackend, type Replies } from '../../engines/models/replies/create-replies-backend.ts';
import type { Reply } from '../../engines/models/replies/reply.ts';
import { countTokens } from '../../engines/models/scripted/tokens.ts';
import { sleepRealTime } from '../../engines/models/sleep.ts';
import { createTransport } from '../../engines/models/upstream/transport.ts';
import type { ModelOptions } from './model-options.ts';

export type { ModelOptions, ReplayOptions } from './model-options.ts';

/** What answers for models in one mock. */
export interface Models {
  readonly backend: ModelBackend;
  /** The user's script, which is asked before anything else. */
  readonly replies: Replies;
  /** Whether a reply or the map of an upstream names a model, by a pattern that spells its author out at least. */
  names(id: string): boolean;
  /** Comes back to the replies of the options. */
  reset(): void;
}

/**
 * Wires what answers for models: a user's replies in front, then what was recorded, then an upstream, a backend
 * of the user's own, or the scripted one. Delays are of real time. What stands behind the replies is loaded with the
 * first run.
 *
 * @param parts `seed`: of the scripted answers
 * @throws ModelError `bad-input` for replies or an upstream that cannot be, and for both an upstream and a backend
 * @example
 * const models = createModels({ upstream: { baseUrl: 'http://localhost:11434/v1' } }, { seed: 1 });
 * models.replies.add({ match: { text: 'weather' }, times: 'once', reply: { error: { status: 429 } } });
 */
export function createModels(
  options: ModelOptions | undefined = {},
  { seed }: { readonly seed: number },
): Models {
  const { replies = [], strict = false, upstream } = options;
  check(options);
  const behind = new Lazy(async () => {
    const { behindReplies } = await import('./behind-replies.ts');
    return behindReplies(options, { seed });
  });
  const backend = createRepliesBackend({
    fallback: lazyBackend(behind),
    sleep: sleepRealTime,
    strict,
    countTokens,
    replies,
  });
  const map = upstream?.modelMap;
  const mapped = typeof map === 'object' ? Object.keys(map) : [];
  return {
    backend,
    replies: backend,
    names: (id) => {
      const author = id.slice(0, id.lastIndexOf('/') + 1);
      const isNamed = (pattern: string) => pattern.startsWith(author) && modelMatches(pattern, id);
      return mapped.some(isNamed) || backend.list().some(({ reply }) => namedBy(reply).some(isNamed));
    },
    reset: () => backend.reset(),
  };
}

/** The pattern of models that a reply is for. */
function namedBy({ match }: Reply): string[] {
  return typeof match === 'object' && match.model !== undefined ? [match.model] : [];
}

/** Says at once what would be said with the first run. @throws ModelError */
function check({ upstream, backend, replay }: ModelOptions): void {
  if (replay?.speed !== undefined) checkReplaySpeed(replay.speed);
  if (upstream === undefined) return;
  if (backend !== undefined)
    throw new ModelError('bad-input', 'Models are answered by an upstream or a backend, not both.');
  createTransport(upstream);
}
