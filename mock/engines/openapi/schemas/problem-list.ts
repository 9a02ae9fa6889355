import { openApiLimits } from '../../../../spec/engine-limits.ts';
import type { DocumentProblem } from '../document.ts';

/** What is wrong with a document, each said once, in the order in which it was found. */
export class ProblemList {
  readonly #found = new Map<string, DocumentProblem>();

  add(pointer: string, problem: string): void {
    const key = `${pointer} ${problem}`;
    if (this.#found.size < openApiLimits.problems && !this.#found.has(key))
      this.#found.set(key, { pointer, problem });
  }

  get all(): readonly DocumentProblem[] {
    return [...this.#found.values()];
  }
}
