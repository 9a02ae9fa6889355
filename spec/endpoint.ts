import type { z } from 'zod';
import type { Certainty } from './certainty.ts';
import type { ApiError, FailureName } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call an endpoint. */
export type Access =
  /** A credential with one of these permissions; an empty list accepts any valid credential. */
  | { readonly kind: 'api'; readonly permissions: readonly Permission[] }
  /** The admin API: loopback, or the admin token. */
  | { readonly kind: 'admin' }
  /** Anybody, as far as the API plane is concerned; the path begins at the root of the host. */
  | { readonly kind: 'open' };

/** A general failure that an operation answers with its own code. */
export interface OwnRefusal {
  readonly of: FailureName;
  /** JSON pointer to the faulty member of the body, or to its parent; by default any. */
  readonly at?: string;
  /** The failure that replaces it; its message can use path variables. */
  readonly as: FailureName;
}

/** Refusals of an operation that are not all envelopes. */
export interface ErrorShape {
  /** The body of a refusal. */
  readonly body: (error: ApiError) => object;
  /** The schema of every refusal body. */
  readonly schema: z.ZodType;
  /** Headers of every refusal, by their lower-case names. */
  readonly headers?: (error: ApiError) => Readonly<Record<string, string>>;
}

/** A body other than JSON: raw bytes, or a form with files. */
export type Upload = 'bytes' | 'multipart';

/**
 * How the result is wrapped.
 *
 * - `envelope`, and with `result_info` of numbered pages (`page`) or of a cursor (`cursor-page`)
 * - `bare-envelope`: without `result`
 * - `short-envelope`: only `success` and `result`, and `meta` if the endpoint has a schema for it
 * - `plain`: only the result
 * - `empty`: no body at all
 * - `bytes`: a file instead of JSON
 * - `stream`: server-sent events until the client disconnects; the data of each is the result as JSON
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
 * One operation of the API, declared once. It is the source of routing, validation, the types of its implementation,
 * the typed client, response checks, the OpenAPI document and the generated negative cases.
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
   * Path template below the base URL, for example `/zones/{zone_id}/token_validation/config`. It may end in `{+name}`,
   * which matches the rest of a path including slashes (RFC 6570, section 3.2.3).
   */
  readonly path: string;
  /** Further path templates of the operation, with the same variables. */
  readonly aliases?: readonly string[];
  /** Whether the path can also end in a slash. */
  readonly trailingSlash?: true;
  readonly summary: string;
  readonly access: Gate;
  readonly params: Params;
  readonly query: Query;
  /** Schema of the JSON body; absent if the operation has none. */
  readonly body?: Body;
  /** A body that the operation accepts, for documentation and the generated negative cases. */
  readonly example?: z.input<Body>;
  /** `result` of the envelope, or the whole JSON answer if `answer` is `plain`. */
  readonly result: Result;
  readonly answer: Shape;
  /** Schema of `meta` in a `short-envelope`. */
  readonly meta?: Meta;
  /** Media types of the file for `bytes`, the usual one first. */
  readonly bytesTypes?: readonly string[];
  /** Status of success. */
  readonly status: 200 | 201 | 202 | 204;
  /** Further statuses with a result of the same shape: GraphQL words its refusals itself. */
  readonly otherStatuses?: readonly number[];
  /** Failures of this operation, in addition to those of any operation. */
  readonly errors: readonly FailureName[];
  /** General failures that it words differently; the first match applies. */
  readonly refusals?: readonly OwnRefusal[];
  /** The shape of its refusals; by default the envelope. */
  readonly errorShape?: ErrorShape;
  /** Schema of the request headers that it reads, by their lower-case names. */
  readonly headers?: z.ZodType;
  /** Schema of the response headers that it may have. */
  readonly answerHeaders?: z.ZodType;
  /** Name of a further header of every answer with the id of the request, for clients of its format. */
  readonly requestIdHeader?: string;
  /** Names of headers that can carry an API token instead of `Authorization`: `x-api-key`. */
  readonly tokenHeaders?: readonly string[];
  /** Bodies that it accepts besides JSON, or instead of it if it has no body schema. */
  readonly takes?: readonly Upload[];
  /**
   * Media types of its body as an OpenAPI document lists them, such as `image/*`; others are refused. By default those
   * that `body` and `takes` imply.
   */
  readonly mediaTypes?: readonly string[] | undefined;
  /** Most bytes of a body; by default the limit of any operation. */
  readonly bodyBytes?: number;
  /** Schema of the data of each event, if it can answer with a stream of events. */
  readonly events?: z.ZodType;
  /** Whether each event has its type as its name. */
  readonly namedEvents?: true;
  /** Data of the last event, which is not JSON. */
  readonly streamEnd?: string;
  /** Whether it can answer with raw bytes. */
  readonly givesBytes?: true;
  readonly certainty: Certainty;
  /** Certainty of the members of the result, if weaker than that of the operation. */
  readonly resultCertainty?: Certainty;
  /** Its description: a passage of a seed, or a source of `spec/sources.ts`; `; ` separates several. */
  readonly source: string;
}

/** The endpoints of one service, by operation id (`token-validation.config.create`). */
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** Checks the shape of one endpoint at compile time and keeps its types. */
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

/**
 * A value as a segment of a path. Half a surrogate pair, which no URL can have, becomes U+FFFD.
 *
 * @throws URIError for an empty value, `.` and `..`: with them a URL is that of a collection or of its parent
 */
export function toSegment(value: unknown): string {
  const text = String(value ?? '').toWellFormed();
  if (/^\.{0,2}$/.test(text)) throw new URIError(`"${text}" can't be a segment of a path`);
  return encodeURIComponent(text);
}

/** Fills a path template; every value is percent-encoded. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{\+?(\w+)\}/g, (_, name: string) => toSegment(params[name]));
}

/** Path of the API below its host: the base URL ends in the version segment. */
export const basePath = '/client/v4';

/** Path template of an endpoint from the root of its host. */
export function rootPath({ access, path }: Pick<Endpoint, 'access' | 'path'>): string {
  return access.kind === 'api' ? `${basePath}${path}` : path;
}

/** Every path template that leads to an endpoint, its own first. */
export function rootPaths({ access, path, aliases = [] }: Endpoint): string[] {
  return [path, ...aliases].map((one) => rootPath({ access, path: one }));
}
