import {
  countTokens,
  createRecordingBackend,
  createReplayingBackend,
  createRepliesBackend,
  createScriptedBackend,
  createUpstreamBackend,
  type ModelBackend,
  ModelError,
  type RecordStore,
  type Replies,
  type Reply,
  sleepRealTime,
  type UpstreamOptions,
} from '../../engines/models/index.ts';

/** What answers for models: by default the scripted backend, which answers by itself. */
export interface ModelOptions {
  /** Replies to begin with, the first that matches first; `reset` comes back to them. */
  readonly replies?: readonly Reply[] | undefined;
  /** Fail what no reply matches. By default whatever stands behind the replies answers it. */
  readonly strict?: boolean | undefined;
  /** A server that speaks OpenAI's interface, which answers in place of the scripted backend. */
  readonly upstream?: UpstreamOptions | undefined;
  /** A backend of one's own, which answers in place of the scripted one. */
  readonly backend?: ModelBackend | undefined;
  /** Where to keep what the upstream, or the backend, answers. */
  readonly record?: RecordStore | undefined;
  /** What was kept answers for the same request, with its timing; what was not kept goes to an upstream or a backend, or fails. */
  readonly replay?: ReplayOptions | undefined;
}

export interface ReplayOptions {
  readonly store: RecordStore;
  /** How many times faster than it was recorded: 1 (the default) as it was, 0 without any waiting. */
  readonly speed?: number | undefined;
}

/** What answers for models in one mock. */
export interface Models {
  readonly backend: ModelBackend;
  /** The user's script, which is asked before anything else. */
  readonly replies: Replies;
  /** Comes back to the replies of the options. */
  reset(): void;
}

/**
 * Wires what answers for models: a user's replies in front, then what was recorded, then an upstream, a backend
 * of the user's own, or the scripted one. Delays are of real time.
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
  const { replies = [], strict = false } = options;
  const backend = createRepliesBackend({
    fallback: behindReplies(options, seed),
    sleep: sleepRealTime,
    strict,
    countTokens,
    replies,
  });
  return { backend, replies: backend, reset: () => backend.reset() };
}

function behindReplies(options: ModelOptions, seed: number): ModelBackend {
  const { record, replay } = options;
  const real = answering(options);
  const recorded = record && createRecordingBackend(real ?? createScriptedBackend({ seed }), record);
  if (replay === undefined) return recorded ?? real ?? createScriptedBackend({ seed });
  const { store, speed = 1 } = replay;
  // An answer made up among those of a real model would be taken for one of them.
  const fallback = recorded ?? real;
  return createReplayingBackend(store, { speed, ...(fallback && { fallback }) });
}

/** @throws ModelError */
function answering({ upstream, backend }: ModelOptions): ModelBackend | undefined {
  if (upstream === undefined) return backend;
  if (backend !== undefined)
    throw new ModelError('bad-input', 'Models are answered by an upstream or a backend, not both.');
  return createUpstreamBackend({ countTokens, ...upstream });
}
