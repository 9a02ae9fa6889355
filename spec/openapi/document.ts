import type { Certainty } from '../certainty.ts';
import type { AnswerShape } from '../endpoint.ts';
import type { FailureName } from '../errors.ts';
import type { Failure } from '../failure.ts';
import type { JsonObject } from './json-schema.ts';

/** The OpenAPI document of the contract. Its extensions begin with `x-`. */
export interface OpenapiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly summary: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Operations by path and lower-case method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonObject>>;
    readonly parameters: Readonly<Record<string, ParameterObject>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
  };
  /** Every failure of an API answer. */
  readonly 'x-failures': Readonly<Record<FailureName, Failure>>;
  /** Those that any operation can have. */
  readonly 'x-general-failures': readonly FailureName[];
}

export interface OperationObject {
  readonly operationId: string;
  /** The operation that this is another path of. */
  readonly 'x-alias-of'?: string;
  readonly tags: readonly string[];
  readonly summary: string;
  /** Certainty and sources, in Markdown. */
  readonly description: string;
  readonly 'x-certainty': Certainty;
  /** Certainty of the members of the result, if weaker. */
  readonly 'x-result-certainty'?: Certainty;
  /** A token needs one of these, or only be valid if there are none; absent in the admin interface. */
  readonly 'x-permissions'?: readonly string[];
  readonly parameters?: readonly (ParameterObject | ReferenceObject)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject | ReferenceObject>>;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonObject;
  readonly example?: string;
}

/** What can be sent or received, by media type. */
export type Content = Readonly<Record<string, MediaObject>>;

export interface MediaObject {
  readonly schema: JsonObject;
  /** Schema of the data of each server-sent event. */
  readonly 'x-event-data'?: JsonObject;
  readonly example?: unknown;
}

export interface ResponseObject {
  readonly description: string;
  /** How the result of a success is wrapped. */
  readonly 'x-answer'?: AnswerShape;
  /** The failures of a refusal: names in `x-failures` of the document. */
  readonly 'x-failures'?: readonly FailureName[];
  readonly content?: Content;
}

export interface ReferenceObject {
  readonly $ref: string;
}
