import { gitLimits } from '../../../../spec/git-limits.ts';

/** Bounds of a pack that is taken in, each as in {@link gitLimits}. */
export type PackLimits = Readonly<
  Record<
    'packBytes' | 'packObjects' | 'objectBytes' | 'inflationRatio' | 'deltaDepth' | 'baseCacheBytes',
    number
  >
>;

/** Bytes that objects may inflate to whatever the size of their pack is. */
const FREE_BYTES = 67_108_864;

export const packLimits: PackLimits = gitLimits;

/** What was inflated and put together out of deltas so far, held against what the size of the pack allows. */
export class InflationBudget {
  readonly #limits: PackLimits;
  #spent = 0;

  constructor(limits: PackLimits) {
    this.#limits = limits;
  }

  /** @returns whether that is still allowed of a pack with `packBytes` bytes */
  spend(bytes: number, packBytes: number): boolean {
    this.#spent += bytes;
    return this.#spent <= FREE_BYTES + packBytes * this.#limits.inflationRatio;
  }
}
