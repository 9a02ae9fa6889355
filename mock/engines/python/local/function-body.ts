import { pyodideAddress } from './worker/evaluate.ts';

/**
 * A module of Pyodide as the body of a function, which answers what the module exports: under the name, or by default
 * where none is given. In a thread whose globals are closed there is nothing else that evaluates it.
 */
export function functionBody(source: string, exported?: string): string {
  const body = source
    .replaceAll('import.meta.url', JSON.stringify(`${pyodideAddress}pyodide.asm.mjs`))
    .replaceAll(/\bimport\(/g, 'noImport(')
    .replace(/export default (\w+);?/, 'return $1;')
    .replace(/export\s*\{([^}]*)\};?/, (_, names: string) => {
      const name = names.split(',').find((pair) => pair.trim().endsWith(` as ${exported}`));
      return `return ${name?.trim().split(' ')[0]};`;
    });
  return `'use strict';${body}`;
}
