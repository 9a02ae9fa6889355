import { type Certainty, certainties } from '../../spec/certainty.ts';
import type { Exchange } from './journal-entry.ts';

/** How often an operation was answered on a basis. */
export interface BasisCount {
  /** Operation id, `edge.request` for zone traffic, or the plane of what has no operation. */
  readonly operation: string;
  readonly basis: Certainty;
  readonly count: number;
}

/** Counts what answers rested on, of all there were and not of the newest alone. */
export class BasisCounts {
  readonly #counts = new Map<string, Map<Certainty, number>>();

  note({ operation, plane, basis }: Exchange): void {
    const name = operation ?? (plane === 'edge' ? 'edge.request' : plane);
    let counts = this.#counts.get(name);
    if (!counts) {
      counts = new Map();
      this.#counts.set(name, counts);
    }
    counts.set(basis, (counts.get(basis) ?? 0) + 1);
  }

  /** The least sure first, and of those the most frequent. */
  list(): BasisCount[] {
    return [...this.#counts]
      .flatMap(([operation, counts]) => [...counts].map(([basis, count]) => ({ operation, basis, count })))
      .sort((a, b) => certainties.indexOf(b.basis) - certainties.indexOf(a.basis) || b.count - a.count);
  }

  clear(): void {
    this.#counts.clear();
  }
}
