import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { type ServiceEndpoints, type ServiceName, services } from './services/index.ts';

export { basePath, rootPath, rootPaths } from './endpoint.ts';

type Intersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (
  of: infer All,
) => void
  ? All
  : never;

/** The types of the whole contract. */
export type Contract = Intersection<ServiceEndpoints<ServiceName>>;

const files = await Promise.all(Object.values(services).map(({ endpoints }) => endpoints()));

/** The whole contract: every endpoint by operation id. */
export const contract: Contract = Object.assign({}, ...files.map(({ endpoints }) => endpoints));

/** The id of an operation, for example `token-validation.config.create`. */
export type OperationId = keyof Contract;

/** The input that a caller gives to an endpoint. */
export type ParamsInput<E extends Endpoint> = z.input<E['params']>;
export type QueryInput<E extends Endpoint> = z.input<E['query']>;
export type BodyInput<E extends Endpoint> = E extends { readonly body?: infer B }
  ? B extends z.ZodType
    ? z.input<B>
    : undefined
  : undefined;

/** The input that an implementation gets for an endpoint, after validation. */
export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = E extends { readonly body?: infer B }
  ? B extends z.ZodType
    ? [z.output<B>] extends [never]
      ? undefined
      : z.output<B>
    : undefined
  : undefined;
/** The member next to the result of a `short-envelope`. */
export type MetaOf<E extends Endpoint> = E extends { readonly meta?: infer M }
  ? M extends z.ZodType
    ? z.output<M>
    : undefined
  : undefined;
export type ResultOf<E extends Endpoint> = z.output<E['result']>;
