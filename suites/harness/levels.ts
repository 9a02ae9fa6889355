import type { Level } from '../../spec/requirement.ts';

/** Levels from the lowest to the highest. */
export const levels = ['may', 'should', 'must'] as const satisfies readonly Level[];

const rank = (level: Level) => levels.indexOf(level);

/** The higher of two levels. */
export const higher = (a: Level, b: Level): Level => (rank(a) >= rank(b) ? a : b);

/** The lower of two levels. */
export const lower = (a: Level, b: Level): Level => (rank(a) <= rank(b) ? a : b);

/** Whether `level` is at least as high as `floor`. */
export const atLeast = (level: Level, floor: Level): boolean => rank(level) >= rank(floor);

/** The highest level of several; `may` of none. */
export const highest = (list: Iterable<Level>): Level => [...list].reduce(higher, 'may');
