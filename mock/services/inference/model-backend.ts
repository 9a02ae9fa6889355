import type { ModelBackend } from '../../engines/models/backend.ts';
import { lazyBackend } from '../../engines/models/lazy-backend.ts';
import { ModelError } from '../../engines/models/model-error.ts';
import { modelMatches } from '../../engines/models/model-pattern.ts';
import { checkReplaySpeed } from '../../engines/models/record/create-replaying-backend.ts';
import { createRepliesBackend, type Replies } from '../../engines/models/replies/create-replies-backend.ts';
import type { Reply } from '../../engines/models/replies/reply.ts';
import { countTokens } from '../../engines/models/scripted/tokens.ts';
import { sleepRealTime } from '../../engines/models/sleep.ts';
import { checkUpstream } from '../../engines/models/upstream/create-upstream-backend.ts';
import { Lazy } from '../../world/lazy.ts';
import type { ModelOptions } from './model-options.ts';

export type { ModelOptions, ReplayOptions } from './model-options.ts';

/** The models of one mock. */
export interface Models {
  readonly backend: ModelBackend;
  /** The user's script, which has priority. */
  readonly replies: Replies;
  /** Whether a reply or the map of an upstream names a model, by a pattern that includes at least its author. */
  names(id: string): boolean;
  /** Replaces the replies of the options. @throws ModelError `bad-input`; nothing has changed then */
  changeReplies(replies: readonly Reply[]): void;
  /** Restores the replies of the options. */
  reset(): void;
}

/**
 * Wires the backends of models: a user's replies first, then recorded answers, then an upstream, a user's backend, or
 * the scripted one. Delays use real time. All but the replies load at the first run.
 *
 * @param parts `seed`: for the scripted answers
 * @throws ModelError `bad-input` for invalid replies or an invalid upstream, and for both an upstream and a backend
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
    changeReplies: (changed) => backend.changeInitial(changed),
    reset: () => backend.reset(),
  };
}

/** The model pattern of a reply. */
function namedBy({ match }: Reply): string[] {
  return typeof match === 'object' && match.model !== undefined ? [match.model] : [];
}

/** Reports errors of the options now instead of at the first run. @throws ModelError */
function check({ upstream, backend, replay }: ModelOptions): void {
  if (replay?.speed !== undefined) checkReplaySpeed(replay.speed);
  if (upstream === undefined) return;
  if (backend !== undefined)
    throw new ModelError('bad-input', 'Set an upstream or a backend for models, not both.');
  checkUpstream(upstream);
}
