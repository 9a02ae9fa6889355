import type { z } from 'zod';
import type { Certainty } from './certainty.ts';
import type { ApiError, FailureName } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call an endpoint. */
export type Access =
  /** A credential that holds one of these permissions; an empty list takes any valid credential. */
  | { readonly kind: 'api'; readonly permissions: readonly Permission[] }
  /** The admin interface: loopback, or the admin token. */
  | { readonly kind: 'admin' };

/** A general failure that an operation answers with a code of its own. */
export interface OwnRefusal {
  readonly of: FailureName;
  /** JSON pointer of the faulty member of the body, or of what holds it; left out, any. */
  readonly at?: string;
  /** The failure that takes its place; its message may name path variables. */
  readonly as: FailureName;
}

/** Refusals of an operation that are not written as an envelope, or not all of them. */
export interface ErrorShape {
  /** The body of a refusal. */
  readonly body: (error: ApiError) => object;
  /** What the body of every refusal satisfies. */
  readonly schema: z.ZodType;
  /** Headers that every refusal has, by their lower-case names. */
  readonly headers?: (error: ApiError) => Readonly<Record<string, string>>;
}

/** A body other than JSON: its bytes as they are, or a form with files. */
export type Upload = 'bytes' | 'multipart';

/**
 * How the result is wrapped.
 *
 * - `envelope`, and with `result_info` of numbered pages (`page`) or of a cursor (`cursor-page`)
 * - `bare-envelope`: without `result`
 * - `short-envelope`: `success` and `result` alone, and `meta` where the endpoint has a schema of it
 * - `plain`: the result alone
 * - `empty`: no body at all
 * - `bytes`: no JSON but a file
 * - `stream`: server-sent events, as long as somebody listens; the data of each is the result as JSON
 */
export type AnswerShape =
  | 'envelope'
  | 'page'
  | 'cursor-page'
  | 'bare-envelope'
  | 'short-envelope'
  | 'plain'
  | 'empty'
  | 'bytes'
  | 'stream';

/**
 * One operation of the API, declared once. Routing, validation, the types of its implementation, the
 * typed client, response checks, the OpenAPI document and the generated negative cases come from it.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  Gate extends Access = Access,
  Shape extends AnswerShape = AnswerShape,
  Meta extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /**
   * Path template below the base URL, for example `/zones/{zone_id}/token_validation/config`. It may end in
   * `{+name}`, which takes the rest of a path, slashes and all (RFC 6570, section 3.2.3).
   */
  readonly path: string;
  /** Further path templates, with the same variables, that lead here too. */
  readonly aliases?: readonly string[];
  /** Whether the path may also end in a slash. */
  readonly trailingSlash?: true;
  readonly summary: string;
  readonly access: Gate;
  readonly params: Params;
  readonly query: Query;
  /** Schema of the JSON body; absent where the operation takes none. */
  readonly body?: Body;
  /** A body that the operation accepts: documentation, and the seed of the generated negative cases. */
  readonly example?: z.input<Body>;
  /** `result` of the envelope, or the whole JSON answer where `answer` is `plain`. */
  readonly result: Result;
  readonly answer: Shape;
  /** Schema of what a `short-envelope` tells beside its result. */
  readonly meta?: Meta;
  /** Media types of the file that `bytes` are, the usual one first. */
  readonly bytesTypes?: readonly string[];
  /** Status of success. */
  readonly status: 200 | 201 | 202 | 204;
  /** Further statuses that come with a result of the same shape: GraphQL words its refusals itself. */
  readonly otherStatuses?: readonly number[];
  /** Failures of its own, beside those that any operation can give. */
  readonly errors: readonly FailureName[];
  /** General failures that it words in its own way; the first that fits holds. */
  readonly refusals?: readonly OwnRefusal[];
  /** The shape of its refusals; left out, the envelope. */
  readonly errorShape?: ErrorShape;
  /** Schema of the request headers that it reads, by their lower-case names. */
  readonly headers?: z.ZodType;
  /** Schema of the response headers that it may have. */
  readonly answerHeaders?: z.ZodType;
  /** Name of a further header of every answer that names the request, where clients of its format look for it. */
  readonly requestIdHeader?: string;
  /** Names of headers in which an API token may stand instead of `Authorization`: `x-api-key`. */
  readonly tokenHeaders?: readonly string[];
  /** Bodies that it takes beside JSON, or instead of it where it has no schema of a body. */
  readonly takes?: readonly Upload[];
  /** Most bytes of a body; left out, those of any operation. */
  readonly bodyBytes?: number;
  /** Schema of the data of each event, where it can answer as a stream of events. */
  readonly events?: z.ZodType;
  /** Whether each event has its type as its name. */
  readonly namedEvents?: true;
  /** Data of the last event, which is not JSON. */
  readonly streamEnd?: string;
  /** Whether it can answer bare bytes. */
  readonly givesBytes?: true;
  readonly certainty: Certainty;
  /** How sure the members of the result are, where that is less than the operation itself. */
  readonly resultCertainty?: Certainty;
  /** What describes it: a passage of a seed, or a source of `spec/sources.ts`; several are separated by `; `. */
  readonly source: string;
}

/** The endpoints of one service, by operation id (`token-validation.config.create`). */
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** Checks one endpoint's shape at compile time and keeps its types. */
export function endpoint<
  const Params extends z.ZodType,
  const Query extends z.ZodType,
  const Result extends z.ZodType,
  const Gate extends Access,
  const Shape extends AnswerShape,
  const Body extends z.ZodType = z.ZodNever,
  const Meta extends z.ZodType = z.ZodNever,
>(
  declaration: Endpoint<Params, Query, Body, Result, Gate, Shape, Meta>,
): Endpoint<Params, Query, Body, Result, Gate, Shape, Meta> {
  return declaration;
}

/** Names of the variables of a path template, in order. */
export function pathVariables(path: string): string[] {
  return [...path.matchAll(/\{\+?(\w+)\}/g)].map(([, name]) => name as string);
}

/** Fills a path template; every value is percent-encoded. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{\+?(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** Path of the API below its host: the base URL ends in the version segment. */
export const basePath = '/client/v4';

/** Path template of an endpoint from the root of its host. */
export function rootPath({ access, path }: Pick<Endpoint, 'access' | 'path'>): string {
  return access.kind === 'admin' ? path : `${basePath}${path}`;
}

/** Every path template that leads to an endpoint, its own first. */
export function rootPaths({ access, path, aliases = [] }: Endpoint): string[] {
  return [path, ...aliases].map((one) => rootPath({ access, path: one }));
}
