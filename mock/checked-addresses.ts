import type { z } from 'zod';
import type { Route } from './router.ts';
import { decodeSegment, parseQuery } from './url.ts';
import { checkParams, checkQuery } from './validate.ts';

type Params = Readonly<Record<string, string | undefined>>;
type Query = Readonly<Record<string, unknown>>;

/** Queries of a schema that are remembered at most, and characters of one that is. */
const most = { queries: 64, characters: 256 } as const;

/**
 * Paths and queries that are fine, of which the last few hundred are not checked again: clients ask for few, over and
 * over, and to check one takes longer than most operations do.
 *
 * @example
 * const addresses = new CheckedAddresses();
 * addresses.params(route, path);
 * addresses.query(route.endpoint.query, 'page=2');
 */
export class CheckedAddresses {
  /** Of routes, which are remembered by their paths. */
  readonly #params = new WeakMap<Route, Params>();
  readonly #queries = new Map<z.ZodType, Map<string, Query>>();

  /** @throws ApiError as {@link checkParams} does */
  params(route: Route, path: string): Params {
    const known = this.#params.get(route);
    if (known) return { ...known };
    const params: Record<string, string | undefined> = {};
    for (const name in route.params) params[name] = decodeSegment(route.params[name] as string);
    checkParams(route.endpoint.params, params, path);
    this.#params.set(route, { ...params });
    return params;
  }

  /** @throws ApiError as {@link checkQuery} does */
  query(schema: z.ZodType, text: string): unknown {
    const known = this.#queries.get(schema)?.get(text);
    if (known) return { ...known };
    const query = checkQuery(schema, parseQuery(text));
    if (text.length <= most.characters && isFlat(query)) this.#remember(schema, text, { ...query });
    return query;
  }

  #remember(schema: z.ZodType, text: string, query: Query): void {
    const ofSchema = this.#queries.get(schema);
    if (ofSchema && ofSchema.size < most.queries) ofSchema.set(text, query);
    else this.#queries.set(schema, new Map([[text, query]]));
  }
}

/** Whether a copy of an object shares nothing with it. */
function isFlat(value: unknown): value is Query {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every((member) => typeof member !== 'object')
  );
}
