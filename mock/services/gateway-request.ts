import type { GatewayRequestHeaders } from '../../spec/services/ai-gateway/headers.ts';
import type { ModelEntry } from '../../spec/services/inference/models/entry.ts';
import type { StreamAnswer, WrittenAnswer } from '../api/call.ts';
import type { Usage } from '../engines/models/backend.ts';
import type { AccountTenant } from '../world/account-tenant.ts';

/** A failure as it is answered: in the shape of the format that was asked in. */
export interface WrittenRefusal {
  readonly status: number;
  readonly body: object;
  /** What one of its kind is called in the catalogue of failures, for logs. */
  readonly code: number;
  readonly message: string;
}

/** A request for a model on its way through a gateway, as the service that took it describes it. */
export interface GatewayRequest {
  readonly account: AccountTenant;
  /** The gateway's headers, checked; members of the body that mean the same are merged in. */
  readonly headers: GatewayRequestHeaders;
  /** Path below the account without a leading slash: `ai/v1/chat/completions`. */
  readonly endpoint: string;
  /** The run endpoints and the compatible formats answer some refusals under codes of their own. */
  readonly surface: 'run' | 'compatible';
  readonly model: ModelEntry;
  readonly hosted: boolean;
  /** Whether a hosted model is asked without a gateway where none is named, whatever is asked of REST. */
  readonly direct?: boolean | undefined;
  /** Whether it brings a key of the provider along. */
  readonly ownKey?: boolean | undefined;
  /** Who answers: `workers-ai` for hosted models, else the author of the model. */
  readonly provider: string;
  /** Whether the model stands in the path: only then prepaid credits pay for it. */
  readonly byPath: boolean;
  /** The body as it was sent, for the cache and the log. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly userAgent: string | null;
  /** Whether the answer is asked for as a stream of events. */
  readonly streams: boolean;
  /** All text of the prompt, for guardrails; empty where there is none. */
  prompt(): string;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
  /** How a failure is answered: an ApiError, a ModelError, a time limit, or a fault of ours. */
  getRefusal(error: unknown): WrittenRefusal;
}

/** What a stream or an answer came to, once all of it is known. */
export interface ProviderOutcome {
  readonly usage?: Usage | undefined;
  /** The text of the answer, for guardrails. */
  readonly text?: string | undefined;
  /** What broke a stream off after it had begun. */
  readonly failed?: unknown;
}

/** What a provider answered: a success, whole or as the frames of `text/event-stream`. */
export interface ProviderAnswer {
  readonly mediaType: string;
  readonly body: string | Uint8Array<ArrayBuffer> | AsyncIterable<string>;
  /** Asked after the body has been read to its end. */
  outcome(): ProviderOutcome;
}

/** One attempt. @throws ModelError, ApiError, the reason of the signal */
export type AskProvider = (signal: AbortSignal) => Promise<ProviderAnswer>;

/** What decides which gateway a request goes through. */
export type GatewayChoice = Pick<GatewayRequest, 'account' | 'headers' | 'model' | 'hosted' | 'direct'>;

/** The way of a request through its gateway: limits, cache, guardrails, attempts, log. */
export interface GatewayPass {
  /**
   * Asks at once for the gateway of what is run later.
   *
   * @throws ApiError `gateway-id-missing`, `gateway-unknown`
   */
  require(choice: GatewayChoice): void;
  /** Answers a request. Failures are answers too, in the shape that the request says. */
  pass(request: GatewayRequest, ask: AskProvider): Promise<StreamAnswer | WrittenAnswer>;
  /** Forgets what is cached and counted. */
  reset(): void;
}
