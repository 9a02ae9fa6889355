import type { BackgroundRun } from '../../spec/services/inference/background-runs.ts';
import type { FinishedBatch } from '../../spec/services/inference/batch.ts';
import type { Finetune, FinetuneAssetName } from '../../spec/services/inference/finetunes.ts';
import { inferenceLimits } from '../../spec/services/inference/limits.ts';
import { byId, Collection } from './collection.ts';

/** The newest background runs of an account. */
export class BackgroundRunRecords {
  readonly #runs = new Collection<Readonly<BackgroundRun>>(byId);

  get(id: string): Readonly<BackgroundRun> | undefined {
    return this.#runs.get(id);
  }

  /** Adds a run; the oldest one goes where there are too many. */
  add(run: Readonly<BackgroundRun>): void {
    if (this.#runs.size >= inferenceLimits.backgroundRuns) {
      const [oldest] = this.#runs.list();
      if (oldest) this.#runs.remove(oldest.id);
    }
    this.#runs.put(run);
  }

  /** Changes a run; one that is gone stays so. */
  change(id: string, members: Partial<BackgroundRun>): void {
    const run = this.#runs.get(id);
    if (run) this.#runs.put({ ...run, ...members });
  }

  /** A function that puts everything back to how it is now. */
  snapshot(): () => void {
    return this.#runs.snapshot();
  }
}

/** How far a batch has come. It grows while the batch runs, and is kept by whoever runs it. */
export interface BatchProgress {
  readonly status: 'queued' | 'running' | 'finished';
  /** What is answered so far, in the order of the answers. */
  readonly responses: FinishedBatch['responses'];
  readonly usage: FinishedBatch['usage'];
}

/** A batch of runs. A world that is put back keeps what its runs have come to since: they can't be unmade. */
export interface StoredBatch {
  readonly id: string;
  /** The model that was asked. */
  readonly model: string;
  progress(): BatchProgress;
}

/** A fine-tune as it is kept: the resource, and the files that were uploaded for it. */
export interface StoredFinetune {
  readonly id: string;
  readonly resource: Readonly<Finetune>;
  readonly files: ReadonlyMap<FinetuneAssetName, Uint8Array<ArrayBuffer>>;
}
