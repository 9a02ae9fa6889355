import type { ModelBackend } from '../../engines/models/backend.ts';
import {
  countTokens,
  createRecordingBackend,
  createReplayingBackend,
  createScriptedBackend,
  createUpstreamBackend,
} from '../../engines/models/index.ts';
import type { ModelOptions } from './model-options.ts';

/**
 * What answers where no reply of a user does: what was recorded, then an upstream, a backend of the user's own, or
 * the scripted one.
 *
 * @param parts `seed`: of the scripted answers
 */
export function behindReplies(options: ModelOptions, { seed }: { readonly seed: number }): ModelBackend {
  const { record, replay } = options;
  const real = answering(options);
  const recorded = record && createRecordingBackend(real ?? createScriptedBackend({ seed }), record);
  if (replay === undefined) return recorded ?? real ?? createScriptedBackend({ seed });
  const { store, speed = 1 } = replay;
  // An answer that is made up among those of a real model would be taken for one of them.
  const fallback = recorded ?? real;
  return createReplayingBackend(store, { speed, ...(fallback && { fallback }) });
}

function answering({ upstream, backend }: ModelOptions): ModelBackend | undefined {
  return upstream === undefined ? backend : createUpstreamBackend({ countTokens, ...upstream });
}
