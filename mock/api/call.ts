import type { Certainty } from '../../spec/certainty.ts';
import type { BodyOf, MetaOf, ParamsOf, QueryOf, ResultOf } from '../../spec/contract.ts';
import type { Endpoint, Endpoints } from '../../spec/endpoint.ts';
import type { CursorInfo, EnvelopeEntry, ResultInfo } from '../../spec/envelope.ts';
import type { Clock } from '../world/clock.ts';
import type { Actor } from '../world/credentials.ts';
import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';

/** A validated call of one operation: all that its implementation sees of the request. */
export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The body that stands in place of JSON, where the operation takes such a one. */
  readonly upload: UploadedBody | undefined;
  /** The request as it came, for its headers and its signal; its body has been read. */
  readonly request: Request;
  /** The text of a JSON body; empty where there is none. */
  readonly bodyText: string;
  readonly world: World;
  /** The time of the account that the call is about, or that its token is of alone; else the world's. */
  readonly clock: Clock;
  /** The last event a client of a stream has seen, from its header `Last-Event-ID`. */
  readonly lastEventId: E['answer'] extends 'stream' ? string | undefined : undefined;
  /** The zone that the path names. */
  readonly zone: ZoneOf<keyof ParamsOf<E>>;
  /** Who calls; absent on the admin interface. */
  readonly actor: E['access']['kind'] extends 'api' ? Actor : undefined;
  /**
   * Says that this answer rests on less than its operation does.
   *
   * @throws ApiError `basis-refused` when the mock was told to refuse that; call it before anything changes.
   */
  restsOn(certainty: Certainty): void;
}

/** A path without variables has any name as a key, and is of no zone. */
type ZoneOf<Names> = string extends Names ? undefined : 'zone_id' extends Names ? ZoneTenant : undefined;

/** A body that is no JSON. */
export type UploadedBody =
  | { readonly type: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: string }
  | { readonly type: 'multipart'; readonly form: FormData; readonly bytes: Uint8Array<ArrayBuffer> };

/** Headers of one answer, by their lower-case names. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** What an implementation answers with a result. */
export interface ResultAnswer<E extends Endpoint> {
  readonly result: ResultOf<E>;
  /** One of the `otherStatuses` of the contract; its `status` where left out. */
  readonly status?: number;
  /** Informational entries of the envelope. */
  readonly messages?: readonly EnvelopeEntry[];
  /** Present where the contract says that the answer is one page of a list. */
  readonly page?: ResultInfo | CursorInfo;
  /** What stands beside the result of a `short-envelope`. */
  readonly meta?: MetaOf<E>;
  readonly headers?: AnswerHeaders;
  readonly stream?: undefined;
  readonly written?: undefined;
}

/** What an implementation answers piece by piece. */
export interface StreamAnswer {
  /** Cancelled as soon as nobody listens any more. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly headers?: AnswerHeaders;
  readonly written?: undefined;
}

/** What an implementation answers as it has written it: bytes, a kept answer, a refusal in its own words. */
export interface WrittenAnswer {
  readonly written: string | Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  /** Left out, the status of success. */
  readonly status?: number;
  readonly headers?: AnswerHeaders;
  /** What it rests on, where that is less than the operation does. */
  readonly basis?: Certainty;
  readonly stream?: undefined;
}

/** What an implementation answers. */
export type Answer<E extends Endpoint> = E['answer'] extends 'stream'
  ? StreamAnswer
  : E['answer'] extends 'bytes'
    ? WrittenAnswer
    : ResultAnswer<E> | StreamAnswer | WrittenAnswer;

/** The implementation of one operation. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Answer<E> | Promise<Answer<E>>;

/** What whatever operation answers. */
export type AnyAnswer = ResultAnswer<Endpoint> | StreamAnswer | WrittenAnswer;

/** The implementation of whatever operation, as the app meets it. */
export type AnyHandler = (call: Call<Endpoint>) => AnyAnswer | Promise<AnyAnswer>;

/** The implementation of a service: it does not compile unless every operation of the contract is there. */
export type Service<S extends Endpoints> = { readonly [Id in keyof S]: Handler<S[Id]> };
