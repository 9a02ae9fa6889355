import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { isObject } from './json.ts';
import { readPointer } from './pointer.ts';

/** A document that can't be served. Its message is one sentence that names the place. */
export class DocumentError extends TouchstoneError {}

/** The methods of operations, in the spelling of requests. */
export const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const;
export type Method = (typeof methods)[number];

/** Something of a document that is not served, and why. */
export interface DocumentProblem {
  /** JSON pointer to the place. */
  readonly pointer: string;
  /** One sentence. */
  readonly problem: string;
}

/** A node of a document with its place; a `$ref` has been followed. */
export interface Located {
  readonly node: JsonObject;
  readonly pointer: string;
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  /** How arrays and objects are written; the defaults of OpenAPI are filled in. */
  readonly style: string;
  readonly explode: boolean;
  /** Undefined if the parameter has no schema. */
  readonly schema: Located | undefined;
}

/** One media type of a body. */
export interface MediaType {
  /** In lower case, without parameters; ranges such as `image/*` are possible. */
  readonly type: string;
  /** Undefined if the document says nothing about its content. */
  readonly schema: Located | undefined;
  /** Its `example`, or else the first of its `examples`. */
  readonly example: JsonValue | undefined;
  /** How members of a form are written, by name. */
  readonly encoding: JsonObject;
}

/** A body of a request. */
export interface RequestBody {
  readonly required: boolean;
  readonly content: readonly MediaType[];
}

/** A described answer. */
export interface DocumentedAnswer {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly content: readonly MediaType[];
}

/** An operation of a document. What is behind it is read when it is first used. */
export interface DocumentOperation {
  /** Its `operationId`, or one made from its method and path. */
  readonly id: string;
  readonly method: Method;
  /** Template from the base path on, such as `/zones/{zone_id}/dns_records`. */
  readonly path: string;
  readonly tags: readonly string[];
  readonly summary: string;
  /** JSON pointer to the operation. */
  readonly pointer: string;
  /** The node itself, with its extensions. */
  readonly node: JsonObject;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly answers: readonly DocumentedAnswer[];
  /** Whether it can be called without credentials. */
  readonly isPublic: boolean;
}

/** An OpenAPI document that can be served. */
export interface OpenApiDocument {
  /** Where it came from: a file name or URL. */
  readonly name: string;
  readonly version: '3.0' | '3.1';
  readonly root: JsonObject;
  /** Path of its first server, without a slash at the end: `/client/v4`, or empty. */
  readonly basePath: string;
  /** Hosts of its servers, in lower case. */
  readonly hosts: readonly string[];
  readonly operations: readonly DocumentOperation[];
  readonly problems: readonly DocumentProblem[];
  /**
   * Follows references, if a node is one.
   *
   * @returns undefined for a reference to nowhere, to itself, or to another document
   */
  resolve(node: JsonValue | undefined, pointer: string): Located | undefined;
}

/** Reads nodes of one document. */
export function createResolver(root: JsonObject): OpenApiDocument['resolve'] {
  return (start, at) => {
    let node = start;
    let pointer = at;
    for (let steps = 0; steps < maxReferences && isObject(node); steps++) {
      const { $ref: reference } = node;
      if (typeof reference !== 'string') return { node, pointer };
      if (!reference.startsWith('#')) return undefined;
      pointer = reference.slice(1);
      node = readPointer(root, pointer);
    }
    return undefined;
  };
}

/** References in a row; a longer chain is a circle. */
const maxReferences = 100;
