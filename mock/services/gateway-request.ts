import type { GatewayRequestHeaders } from '../../spec/services/ai-gateway/headers.ts';
import type { ModelEntry } from '../../spec/services/inference/models/entry.ts';
import type { StreamAnswer, WrittenAnswer } from '../api/call.ts';
import type { Usage } from '../engines/models/backend.ts';
import type { AccountTenant } from '../world/account-tenant.ts';

/** The answer to a failure, in the request's format. */
export interface WrittenRefusal {
  readonly status: number;
  readonly body: object;
  /** The code of this kind of failure, for logs. */
  readonly code: number;
  readonly message: string;
}

/** A request for a model on its way through a gateway, as the receiving service describes it. */
export interface GatewayRequest {
  readonly account: AccountTenant;
  /** The gateway's headers, validated; body members with the same meaning are merged in. */
  readonly headers: GatewayRequestHeaders;
  /** Path below the account without a leading slash: `ai/v1/chat/completions`. */
  readonly endpoint: string;
  /** The run endpoints and the compatible formats have codes of their own for some refusals. */
  readonly surface: 'run' | 'compatible';
  readonly model: ModelEntry;
  readonly hosted: boolean;
  /** Whether a hosted model runs without a gateway when the request names none, even if REST requires one. */
  readonly direct?: boolean | undefined;
  /** Whether the request carries a key of the provider. */
  readonly ownKey?: boolean | undefined;
  /** The provider: `workers-ai` for hosted models, else the author of the model. */
  readonly provider: string;
  /** Whether the model is in the path: only then prepaid credits pay for it. */
  readonly byPath: boolean;
  /** The body as sent, for the cache and the log. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly userAgent: string | null;
  /** Whether the request asks for an event stream. */
  readonly streams: boolean;
  /** All text of the prompt, for guardrails; empty without any. */
  prompt(): string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** The answer to a failure: an ApiError, a ModelError, a timeout, or a bug. */
  getRefusal(error: unknown): WrittenRefusal;
}

/** The result of a stream or an answer, known at its end. */
export interface ProviderOutcome {
  readonly usage?: Usage | undefined;
  /** The text of the answer, for guardrails. */
  readonly text?: string | undefined;
  /** The error that broke off a stream. */
  readonly failed?: unknown;
}

/** A provider's answer: a success, complete or as the frames of `text/event-stream`. */
export interface ProviderAnswer {
  readonly mediaType: string;
  readonly body: string | Uint8Array<ArrayBuffer> | AsyncIterable<string>;
  /** Called after the body has been read to its end. */
  outcome(): ProviderOutcome;
}

/** One attempt. @throws ModelError, ApiError, the reason of the signal */
export type AskProvider = (signal: AbortSignal) => Promise<ProviderAnswer>;

/** The parts of a request that determine its gateway. */
export type GatewayChoice = Pick<GatewayRequest, 'account' | 'headers' | 'model' | 'hosted' | 'direct'>;

/** Passes a request through its gateway: limits, cache, guardrails, attempts, log. */
export interface GatewayPass {
  /**
   * Checks now that the gateway of a later run exists.
   *
   * @throws ApiError `gateway-id-missing`, `gateway-unknown`
   */
  require(choice: GatewayChoice): void;
  /** Answers a request. Failures are answers too, in the request's format. */
  pass(request: GatewayRequest, ask: AskProvider): Promise<StreamAnswer | WrittenAnswer>;
  /** Clears caches and counters. */
  reset(): void;
}
