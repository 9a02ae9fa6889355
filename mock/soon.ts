import { isPromise } from '../spec/value-kinds.ts';
/** What is there already, or will be: most answers of a mock are, and waiting for those costs more than making them. */
export type Soon<T> = T | Promise<T>;

/**
 * Goes on with a value: at once where it is there, else as soon as it is.
 *
 * @example
 * whenThere(1, (one) => one + 1); // 2
 * await whenThere(Promise.resolve(1), (one) => one + 1); // 2
 */
export function whenThere<T, Next>(soon: Soon<T>, next: (value: T) => Soon<Next>): Soon<Next> {
  return isPromise(soon) ? soon.then(next) : next(soon);
}

/**
 * Several values, at once where all of them are there.
 *
 * @example
 * allThere([1, 2]); // [1, 2]
 */
export function allThere<T>(soons: readonly Soon<T>[]): Soon<readonly T[]> {
  return soons.some(isPromise) ? Promise.all(soons) : (soons as readonly T[]); // None is a promise.
}

/**
 * What an act gives, or what is made of its failure, whether it fails at once or later.
 *
 * @example
 * orElse(() => JSON.parse('{'), () => null); // null
 */
export function orElse<T, Other>(act: () => Soon<T>, otherwise: (error: unknown) => Other): Soon<T | Other> {
  try {
    const soon = act();
    return isPromise(soon) ? soon.then(undefined, otherwise) : soon;
  } catch (error) {
    return otherwise(error);
  }
}
