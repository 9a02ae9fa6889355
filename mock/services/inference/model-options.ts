import type { OwnModel } from '../../../spec/services/inference/models/own-model.ts';
import type { ModelBackend } from '../../engines/models/backend.ts';
import type { RecordStore } from '../../engines/models/record/store.ts';
import type { Reply } from '../../engines/models/replies/reply.ts';
import type { UpstreamOptions } from '../../engines/models/upstream/options.ts';

/** How the mock answers for models; the scripted backend is the default. */
export interface ModelOptions {
  /** Initial replies, of which the first match answers; `reset` restores them. */
  readonly replies?: readonly Reply[] | undefined;
  /** Models in addition to the platform's. Any model of a known author runs without an entry here. */
  readonly catalogue?: readonly OwnModel[] | undefined;
  /** Fail requests without a matching reply. By default the backend answers them. */
  readonly strict?: boolean | undefined;
  /** A server with OpenAI's interface, which replaces the scripted backend. */
  readonly upstream?: UpstreamOptions | undefined;
  /** A custom backend, which replaces the scripted one. */
  readonly backend?: ModelBackend | undefined;
  /** Records the answers of the upstream or the backend. */
  readonly record?: RecordStore | undefined;
  /**
   * Replays recorded answers to the same requests, with their timing. Other requests go to an upstream or a backend, or
   * fail.
   */
  readonly replay?: ReplayOptions | undefined;
}

export interface ReplayOptions {
  readonly store: RecordStore;
  /** Speed of the replay: 1 (the default) keeps the recorded timing, 0 removes all delays. */
  readonly speed?: number | undefined;
}
