import type { RegisteredOperation } from '../../../spec/v4/register/area.ts';

/** An operation as a source describes it. */
export interface FoundOperation extends RegisteredOperation {
  readonly method: string;
  /** Path below `/client/v4`, with variables in braces. */
  readonly path: string;
}

/** What two descriptions of one operation share. */
export const keyOf = ({ method, path }: Pick<FoundOperation, 'method' | 'path'>): string =>
  `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
