import type { OwnModel } from '../../../spec/services/inference/models/own-model.ts';
import type { ModelBackend } from '../../engines/models/backend.ts';
import type { RecordStore } from '../../engines/models/record/store.ts';
import type { Reply } from '../../engines/models/replies/reply.ts';
import type { UpstreamOptions } from '../../engines/models/upstream/options.ts';

/** What answers for models: by default the scripted backend, which answers by itself. */
export interface ModelOptions {
  /** Replies to begin with, the first that matches first; `reset` comes back to them. */
  readonly replies?: readonly Reply[] | undefined;
  /** Models beside those of the platform. Any model of a known author runs without being named here. */
  readonly catalogue?: readonly OwnModel[] | undefined;
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
