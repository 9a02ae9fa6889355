import { compileValue } from '../compiler.ts';
import type { Value } from '../values.ts';
import { contextOf, everythingScheme } from './scheme.ts';

/** The value of a call, written as an expression over the scheme of `everythingScheme`. */
export function resultOf(source: string, fields: Readonly<Record<string, Value>> = {}): Value | undefined {
  return compileValue(source, everythingScheme()).evaluate(contextOf(fields));
}

/** The message with which an expression is refused. */
export function refusalOf(source: string): string {
  try {
    compileValue(source, everythingScheme());
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error(`"${source}" is accepted`);
}
