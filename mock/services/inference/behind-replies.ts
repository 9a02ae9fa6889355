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
 * The backend for requests without a matching reply: recorded answers, then an upstream, a user's backend, or the
 * scripted one.
 *
 * @param parts `seed`: for the scripted answers
 */
export function behindReplies(options: ModelOptions, { seed }: { readonly seed: number }): ModelBackend {
  const { record, replay } = options;
  const real = answering(options);
  const recorded = record && createRecordingBackend(real ?? createScriptedBackend({ seed }), record);
  if (replay === undefined) return recorded ?? real ?? createScriptedBackend({ seed });
  const { store, speed = 1 } = replay;
  // No scripted fallback: among a real model's answers, a made-up one would look real.
  const fallback = recorded ?? real;
  return createReplayingBackend(store, { speed, ...(fallback && { fallback }) });
}

function answering({ upstream, backend }: ModelOptions): ModelBackend | undefined {
  return upstream === undefined ? backend : createUpstreamBackend({ countTokens, ...upstream });
}
