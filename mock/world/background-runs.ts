import type { BackgroundRun } from '../../spec/services/inference/background-runs.ts';
import type { FinishedBatch } from '../../spec/services/inference/batch.ts';
import type { Finetune, FinetuneAssetName } from '../../spec/services/inference/finetunes.ts';
import { inferenceLimits } from '../../spec/services/inference/limits.ts';
import { fromBase64, toBase64 } from '../engines/models/base64.ts';
import { byId, Collection, type CollectionKind } from './collection.ts';
import type { Change } from './state/change.ts';
import type { ChangeLog, KeptPart } from './state/change-log.ts';
import type { KeptNode } from './state/kept-node.ts';

/** A run that was under way when a server ended has failed after its restart. */
const runs: CollectionKind<Readonly<BackgroundRun>> = {
  ...byId,
  json: {
    write: (run) => run,
    read(run: Readonly<BackgroundRun>) {
      const delivery = run.delivery === 'pending' ? 'failed' : run.delivery;
      if (run.completed_at !== null) return { ...run, delivery };
      const error = { code: 'interrupted', message: 'The server ended before the run did.' };
      return { ...run, state: 'Failed', error, completed_at: run.created_at, delivery };
    },
  },
};

/** The latest background runs of an account. */
export class BackgroundRunRecords implements KeptPart {
  readonly #runs = new Collection(runs);

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

  keepIn(log: ChangeLog): void {
    this.#runs.keepIn(log);
  }

  changes(path: string): Iterable<Change> {
    return this.#runs.changes(path);
  }

  load(kept: KeptNode): void {
    this.#runs.load(kept);
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
  /** The references of its requests, in order. */
  readonly references: readonly (string | null)[];
  progress(): BatchProgress;
}

type KeptBatch = Pick<StoredBatch, 'id' | 'model' | 'references'> & { readonly progress: BatchProgress };

/** The runs of a batch that were under way when a server ended have failed after its restart. */
export const batches: CollectionKind<StoredBatch> = {
  ...byId,
  json: {
    write: ({ progress, ...batch }): KeptBatch => ({ ...batch, progress: progress() }),
    read({ progress: then, ...batch }: KeptBatch) {
      const known = new Map(then.responses.map((response) => [response.id, response]));
      const result = { error: 'The server ended before the run did.' };
      const responses = batch.references.map(
        (external_reference, id) => known.get(id) ?? { id, result, success: false, external_reference },
      );
      const progress: BatchProgress = {
        status: 'finished',
        responses: then.status === 'finished' ? then.responses : responses,
        usage: then.usage,
      };
      return { ...batch, progress: () => progress };
    },
  },
};

/** A stored fine-tune: the resource and its uploaded files. */
export interface StoredFinetune {
  readonly id: string;
  readonly resource: Readonly<Finetune>;
  readonly files: ReadonlyMap<FinetuneAssetName, Uint8Array<ArrayBuffer>>;
}

type KeptFinetune = Pick<StoredFinetune, 'id' | 'resource'> & {
  readonly files: readonly (readonly [FinetuneAssetName, base64: string])[];
};

export const finetunes: CollectionKind<StoredFinetune> = {
  ...byId,
  json: {
    write: ({ files, ...rest }): KeptFinetune => ({
      ...rest,
      files: [...files].map(([name, bytes]) => [name, toBase64(bytes)]),
    }),
    read: ({ files, ...rest }: KeptFinetune) => ({
      ...rest,
      files: new Map(files.map(([name, bytes]) => [name, fromBase64(bytes)])),
    }),
  },
};
