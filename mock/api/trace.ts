import { isApi, splitUrl, type UrlParts } from '../../spec/url.ts';
import { Trace } from '../exchange/exchange.ts';
import type { Peer } from '../exchange/peer.ts';
import type { Actor } from '../world/credentials.ts';
import type { NotedHeaders } from '../world/journal-entry.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import type { RateLimitState } from './access/rate-limit.ts';
import type { StreamAnswer } from './call.ts';
import type { Route } from './operations.ts';

/** State of a request of the API. */
export class ApiTrace extends Trace {
  declare readonly request: Request;
  readonly peer: Peer;
  readonly url: UrlParts;
  /** Whether it is for the API, not for the admin interface or an unknown path. */
  readonly api: boolean;
  /** The operation, once it is known. */
  route: Route | undefined = undefined;
  /** Path and query, once the caller is authorized. */
  located: Located | undefined = undefined;
  rate: RateLimitState | undefined = undefined;
  requestBody: string | null = null;
  /** Owner of the credential, once it is known. */
  actor: Actor | undefined = undefined;
  /** Suggestions for a request without an operation, one sentence each. */
  nearest: readonly string[] = [];
  /** The request's headers, as the journal keeps them. */
  noted: NotedHeaders | undefined = undefined;

  constructor(request: Request, peer: Peer) {
    const url = splitUrl(request.url);
    super(request, url.path, 'inferred');
    this.peer = peer;
    this.url = url;
    this.api = isApi(url.path);
    // The required basis applies to the API, not to what the mock says about itself.
    this.decided = this.api ? undefined : 'seed';
  }
}

/** The checked path variables and query. */
export interface Located {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly zone: ZoneTenant | undefined;
  readonly query: unknown;
}

/** An answer, without the headers that every answer has. */
export interface Answered {
  readonly status: number;
  readonly text: string | null;
  /** In place of `text`, for an answer that is streamed. */
  readonly stream?: StreamAnswer['stream'];
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}
