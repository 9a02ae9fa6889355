import type { BackgroundRun } from '../../spec/services/inference/background-runs.ts';
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
