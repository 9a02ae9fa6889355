import type { LeftNames } from './close-world.ts';

/** Where the files of Pyodide are, in its own eyes. */
export const pyodideAddress = 'http://python.invalid/';

/**
 * Evaluates what `functionBody` made of a module, without the names which could not be taken away, and so that nothing
 * can be imported in it.
 *
 * @returns what it exports
 */
export function evaluate(body: string, hidden: LeftNames): unknown {
  const make = new Function(...hidden, 'noImport', body);
  const noImport = () => {
    throw new EvalError('Nothing is imported here.');
  };
  return make(...hidden.map(() => undefined), noImport);
}
