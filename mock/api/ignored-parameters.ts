import type { Endpoint } from '../../spec/endpoint.ts';
import { type Hint, toHint } from '../../spec/failure.ts';
import { toVisibleLine } from '../../spec/visible-text.ts';

/** Says in `messages` that a list does not know a parameter. */
export const toIgnored = (name: string): Hint =>
  toHint(`This list does not know the query parameter ${toVisibleLine(name)}, and ignores it`);

/** Parameters of a request that a list of the contract does not know. @param search of the URL, with its `?` */
export function listIgnored({ query }: Endpoint, search: string): readonly Hint[] {
  const shape = query && 'shape' in query ? Object(query.shape) : undefined;
  if (shape === undefined || search === '') return [];
  const names = new Set([...new URLSearchParams(search).keys()].map((name) => name.replace(/\[\]$/, '')));
  return [...names].filter((name) => !Object.hasOwn(shape, name)).map(toIgnored);
}
