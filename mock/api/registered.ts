import type { Endpoint } from '../../spec/endpoint.ts';
import type { JsonValue } from '../engines/openapi/json.ts';
import type { Actor } from '../world/credentials.ts';
import type { DocumentRecord } from '../world/document-records.ts';
import type { AnyAnswer, Call } from './call.ts';

/** A request of an operation of the register, for a service that gives it a meaning of its own. */
export interface RegisteredCall {
  readonly call: Call<Endpoint>;
  /** Variables of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters that were sent, and the defaults of the others. */
  readonly query: Readonly<Record<string, JsonValue | undefined>>;
  /** The body, which fits the register; undefined without one. */
  readonly body: JsonValue | undefined;
  /** Bytes of a body, or of the first file of a form. */
  readonly file: { readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: string } | undefined;
  /** What the operation does by itself, with another body if one is given. @throws ApiError */
  standard(body?: JsonValue): AnyAnswer;
  /** The answer with a result in its place. */
  answer(result: JsonValue): AnyAnswer;
  /** The answer with a page of values: filtered, ordered and paged as the request asks. */
  list(values: readonly JsonValue[]): AnyAnswer;
  /** @param template path of a collection, as the register has it: `/zones/{zone_id}/dns_records` */
  collection(template: string): RegisteredRecords;
}

/** The caller; only operations that need no credential have none, and the general type can't tell. */
export const getActor = ({ actor }: Call<Endpoint>): Actor | undefined => actor as Actor | undefined;

/** The records of a collection of the register. */
export interface RegisteredRecords {
  /** From the root of the host, with the ids of its parents. */
  readonly path: string;
  /** The oldest first. */
  list(): readonly DocumentRecord[];
  find(id: string): DocumentRecord | undefined;
  /** Those in which a member has a value, in any order. */
  where(member: string, value: JsonValue): readonly DocumentRecord[];
  /** @throws ApiError with the not-found code of the product */
  get(id: string): DocumentRecord;
  /** Makes a record of what a client gave: with its id, its times and its defaults. @throws ApiError */
  add(given: JsonValue): DocumentRecord;
  /** Changes a record by a merge patch. @throws ApiError */
  change(id: string, patch: JsonValue): DocumentRecord;
  /** Puts what a client gave in place of a record. @throws ApiError */
  replace(id: string, given: JsonValue): DocumentRecord;
  /** Keeps a record and its bytes as they are, in place of what was there. */
  put(id: string, value: JsonValue, bytes: Uint8Array<ArrayBuffer>): DocumentRecord;
  /** Removes a record and everything below it. */
  remove(id: string): void;
  /** Does several changes, or none if one of them throws. */
  atomic<T>(work: () => T): T;
}

export type RegisteredHandler = (asked: RegisteredCall) => AnyAnswer | Promise<AnyAnswer>;

/**
 * What a service declares of an operation beyond the register: who may call it, how it refuses, how much it
 * takes, how certain it is.
 */
export type Declared = Partial<
  Pick<
    Endpoint,
    'access' | 'errorShape' | 'refusals' | 'bodyBytes' | 'certainty' | 'resultCertainty' | 'source'
  >
>;

/** Declares the operations of an area. */
export type Declare = (operation: { readonly method: string; readonly path: string }) => Declared;

/** The handlers of a service by method and path, as the register has them: `POST /zones/{zone_id}/dns_records`. */
export type RegisteredHandlers = Readonly<Record<string, RegisteredHandler>>;
