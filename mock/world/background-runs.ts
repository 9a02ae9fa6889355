import type { BackgroundRun } from '../../spec/services/inference/background-runs.ts';
import type { FinishedBatch } from '../../spec/services/inference/batch.ts';
import type { Finetune, FinetuneAssetName } from '../../spec/services/inference/finetunes.ts';
import { inferenceLimits } from '../../spec/services/inference/limits.ts';
import { byId, Collection } from './collection.ts';

/** The latest background runs of an account. */
export class BackgroundRunRecords {
  readonly #runs = new Collection<Readonly<BackgroundRun>>(byId);

  get(id: string): Readonly<BackgroundRun> | undefined {
    return this.#runs.get(id);
  }

  /** Adds a run and drops the oldest one if there are too many. */
  add(run: Readonly<BackgroundRun>): void {
    if (this.#runs.size >= inferenceLimits.backgroundRuns) {
      const [oldest] = this.#runs.list();
      if (oldest) this.#runs.remove(oldest.id);
    }
    this.#runs.put(run);
  }

  /** Updates a run unless it was dropped. */
  change(id: string, members: Partial<BackgroundRun>): void {
    const run = this.#runs.get(id);
    if (run) this.#runs.put({ ...run, ...members });
  }

  /** Captures the current state; the returned function restores it. */
  snapshot(): () => void {
    return this.#runs.snapshot();
  }
}

/** The progress of a batch. The runner of the batch updates it. */
export interface BatchProgress {
  readonly status: 'queued' | 'running' | 'finished';
  /** Answers so far, in order. */
  readonly responses: FinishedBatch['responses'];
  readonly usage: FinishedBatch['usage'];
}

/** A batch of runs. Restoring a world keeps the progress of its batches: runs can't be undone. */
export interface StoredBatch {
  readonly id: string;
  /** The model of the runs. */
  readonly model: string;
  progress(): BatchProgress;
}

/** A stored fine-tune: the resource and its uploaded files. */
export interface StoredFinetune {
  readonly id: string;
  readonly resource: Readonly<Finetune>;
  readonly files: ReadonlyMap<FinetuneAssetName, Uint8Array<ArrayBuffer>>;
}
