import { ApiError } from '../../../../spec/errors.ts';
import { type WebhookPayload, webhookBody } from '../../../../spec/services/inference/background-runs.ts';
import { inferenceLimits } from '../../../../spec/services/inference/limits.ts';
import type { RunOptions } from '../../../../spec/services/inference/run.ts';
import type { WebhookDelivery } from '../../../../spec/services/touchstone/events.ts';
import { type DeliveryResult, deliver } from '../../../engines/webhook/deliver.ts';
import {
  type Connect,
  checkDestination,
  fetchConnect,
  type Refusal,
  type ResolveHost,
} from '../../../engines/webhook/destination.ts';

/** Where the webhook of a run goes, and how it is written. */
export interface WebhookTarget {
  readonly url: string;
  readonly format: WebhookDelivery['format'];
}

/** What a webhook said, and what became of it. */
type SentWebhook = Pick<WebhookDelivery, 'body' | 'outcome' | 'status' | 'address' | 'problem'>;

interface WebhookSender {
  /**
   * Checks where the webhook of a run would go. A host without an address is let through: it is not private,
   * and a mock without a network knows no other.
   *
   * @returns undefined for a run that asks for none
   * @throws ApiError `webhook-url-private`, `webhook-url-invalid`
   */
  accept(options: RunOptions): Promise<WebhookTarget | undefined>;
  /** Sends a webhook, once; its host is resolved and checked again. */
  send(target: WebhookTarget, payload: WebhookPayload, signal: AbortSignal): Promise<SentWebhook>;
}

/** Makes the part of background runs that looks outside. */
export function createWebhookSender(options: WebhookOptions): WebhookSender {
  const { allowHosts = [], ca = [], resolve, timeoutMs = inferenceLimits.webhookTimeoutMs } = options;
  // Asked for at each webhook: in a test, `fetch` is replaced and put back.
  const connect = options.connect ?? fetchConnect((request) => globalThis.fetch(request));
  const soon = resolve && inTime(resolve, inferenceLimits.webhookResolveMs);

  return {
    async accept({ webhookUrl: url, webhookFormat: format = 'raw' }) {
      if (url === undefined) return undefined;
      const checked = await checkDestination(url, { resolve: soon, allowHosts });
      if ('reason' in checked && checked.reason !== 'unresolvable') throw asApiError(checked, url);
      return { url, format };
    },

    async send({ url, format }, payload, signal) {
      const body = webhookBody(payload, format);
      const result = await deliver({
        url,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
        resolve,
        connect,
        allowHosts,
        ca,
        timeoutMs,
        signal,
      });
      return { body, ...summary(result) };
    },
  };
}

function asApiError({ reason, message }: Refusal, url: string): ApiError {
  const pointer = '/options/webhookUrl';
  if (reason === 'private-address' || reason === 'local-name') {
    return new ApiError('webhook-url-private', { host: new URL(url).hostname }, pointer);
  }
  return new ApiError('webhook-url-invalid', { problem: `can't be used: ${message}` }, pointer);
}

function summary(result: DeliveryResult): Omit<SentWebhook, 'body'> {
  if (result.outcome === 'delivered') {
    const { outcome, status, address } = result;
    return { outcome, status, address, problem: null };
  }
  // A host without an address is not a private one: nobody was there.
  const refused = result.outcome === 'refused' && result.reason !== 'unresolvable';
  return {
    outcome: refused ? 'refused' : 'failed',
    status: null,
    address: null,
    problem: result.message,
  };
}

/** A resolver that finds nothing when it takes too long, for a client waits. */
function inTime(resolve: ResolveHost, milliseconds: number): ResolveHost {
  return async (name, signal) => {
    const late = Promise.withResolvers<readonly string[]>();
    const timer = setTimeout(() => late.resolve([]), milliseconds);
    try {
      return await Promise.race([resolve(name, signal), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** What a mock can be told about the webhooks of background runs. */
export interface WebhookOptions {
  /**
   * Hosts that may be anywhere, as `host` or `host:port`: the receivers of local work. HTTPS is still asked for.
   */
  readonly allowHosts?: readonly string[] | undefined;
  /** Certificates to trust beside the runtime's own, as PEM; with `fetch` as `connect` they have no effect. */
  readonly ca?: readonly string[] | undefined;
  /**
   * Finds the addresses of a host, each of which has to be public. Left out, hosts are judged by their names
   * and by the addresses in URLs alone, since a page has no resolver; `serve` asks the system.
   */
  readonly resolve?: ResolveHost | undefined;
  /**
   * Sends one POST. Left out, the global `fetch` of the moment does, which also reaches request handlers
   * of a test; it resolves the name by itself, so that only `serve` connects to the checked address.
   */
  readonly connect?: Connect | undefined;
  /** Milliseconds that a receiver has to answer. */
  readonly timeoutMs?: number | undefined;
}
