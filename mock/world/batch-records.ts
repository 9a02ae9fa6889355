import type { FinishedBatch } from '../../spec/services/inference/batch.ts';

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
