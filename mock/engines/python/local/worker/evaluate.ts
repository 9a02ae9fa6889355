import type { LeftNames } from './close-world.ts';

/** Where the files of Pyodide are, in its own eyes. */
export const pyodideAddress = 'http://python.invalid/';

/**
 * Evaluates a module of Pyodide from its source: as a function that is called without the names which could not be
 * taken away, and in which nothing can be imported.
 *
 * @returns what the module exports under the name, or by default where there is none
 */
export function evaluate(source: string, exported: string | undefined, hidden: LeftNames): unknown {
  const body = source
    .replaceAll('import.meta.url', JSON.stringify(`${pyodideAddress}pyodide.asm.mjs`))
    .replaceAll(/\bimport\(/g, 'noImport(')
    .replace(/export default (\w+);?/, 'return $1;')
    .replace(/export\s*\{([^}]*)\};?/, (_, names: string) => {
      const name = names.split(',').find((pair) => pair.trim().endsWith(` as ${exported}`));
      return `return ${name?.trim().split(' ')[0]};`;
    });
  const make = new Function(...hidden, 'noImport', `'use strict';${body}`);
  const noImport = () => {
    throw new EvalError('Nothing is imported here.');
  };
  return make(...hidden.map(() => undefined), noImport);
}
