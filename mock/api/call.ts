import type { Certainty } from '../../spec/certainty.ts';
import type { BodyOf, MetaOf, ParamsOf, QueryOf, ResultOf } from '../../spec/contract.ts';
import type { Endpoint, Endpoints } from '../../spec/endpoint.ts';
import type { CursorInfo, EnvelopeEntry, ResultInfo } from '../../spec/envelope.ts';
import type { Clock } from '../world/clock.ts';
import type { Actor } from '../world/credentials.ts';
import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';

/** A validated call of one operation: everything that its implementation sees of the request. */
export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The body in place of JSON, if the operation accepts one. */
  readonly upload: UploadedBody | undefined;
  /** The original request, for its headers and its signal; its body is already read. */
  readonly request: Request;
  /** The text of a JSON body, or an empty string. */
  readonly bodyText: string;
  readonly world: World;
  /** The clock of the account that the call concerns, or of its token's only account; else the world's. */
  readonly clock: Clock;
  /** The last event that a client of a stream received, from its `Last-Event-ID` header. */
  readonly lastEventId: E['answer'] extends 'stream' ? string | undefined : undefined;
  /** The zone in the path. */
  readonly zone: ZoneOf<keyof ParamsOf<E>>;
  /** The caller; undefined on the admin interface. */
  readonly actor: E['access']['kind'] extends 'api' ? Actor : undefined;
  /**
   * Lowers the certainty of the answer.
   *
   * @throws ApiError `basis-refused` if the mock requires more; call it before anything changes.
   */
  restsOn(certainty: Certainty): void;
}

/** A path without variables accepts any key, and has no zone. */
type ZoneOf<Names> = string extends Names ? undefined : 'zone_id' extends Names ? ZoneTenant : undefined;

/** A body that is not JSON. */
export type UploadedBody =
  | { readonly type: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: string }
  | { readonly type: 'multipart'; readonly form: FormData; readonly bytes: Uint8Array<ArrayBuffer> };

/** Headers of one answer, by their lower-case names. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** A result that an implementation returns. */
export interface ResultAnswer<E extends Endpoint> {
  readonly result: ResultOf<E>;
  /** One of the `otherStatuses` of the contract; by default its `status`. */
  readonly status?: number;
  /** Informational entries of the envelope. */
  readonly messages?: readonly EnvelopeEntry[];
  /** Present for one page of a list, as the contract says. */
  readonly page?: ResultInfo | CursorInfo;
  /** The metadata of a `short-envelope`. */
  readonly meta?: MetaOf<E>;
  readonly headers?: AnswerHeaders;
  readonly stream?: undefined;
  readonly written?: undefined;
}

/** A stream that an implementation returns. */
export interface StreamAnswer {
  /** Cancelled when the client disconnects. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** By default the status of success. */
  readonly status?: number;
  readonly headers?: AnswerHeaders;
  readonly written?: undefined;
}

/** An answer that an implementation writes itself: bytes, a cached answer, a refusal in another shape. */
export interface WrittenAnswer {
  readonly written: string | Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  /** By default the status of success. */
  readonly status?: number;
  readonly headers?: AnswerHeaders;
  /** Its certainty, if lower than the operation's. */
  readonly basis?: Certainty;
  readonly stream?: undefined;
}

/** The answer of an implementation. */
export type Answer<E extends Endpoint> = E['answer'] extends 'stream'
  ? StreamAnswer
  : E['answer'] extends 'bytes'
    ? WrittenAnswer
    : ResultAnswer<E> | StreamAnswer | WrittenAnswer;

/** The implementation of one operation. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Answer<E> | Promise<Answer<E>>;

/** The answer of any operation. */
export type AnyAnswer = ResultAnswer<Endpoint> | StreamAnswer | WrittenAnswer;

/** The implementation of any operation, as the app calls it. */
export type AnyHandler = (call: Call<Endpoint>) => AnyAnswer | Promise<AnyAnswer>;

/** The implementation of a service. It does not compile unless it has every operation of the contract. */
export type Service<S extends Endpoints> = { readonly [Id in keyof S]: Handler<S[Id]> };
