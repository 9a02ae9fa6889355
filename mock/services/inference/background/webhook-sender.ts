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

/** The URL and format of a run's webhook. */
export interface WebhookTarget {
  readonly url: string;
  readonly format: WebhookDelivery['format'];
}

/** A webhook and its outcome. */
type SentWebhook = Pick<WebhookDelivery, 'body' | 'outcome' | 'status' | 'address' | 'problem'>;

interface WebhookSender {
  /**
   * Checks the URL of a run's webhook. A host without an address is allowed: it is not private, and without a network
   * no host has an address.
   *
   * @returns undefined for a run without a webhook
   * @throws ApiError `webhook-url-private`, `webhook-url-invalid`
   */
  accept(options: RunOptions): Promise<WebhookTarget | undefined>;
  /** Sends a webhook once; resolves and checks its host again. */
  send(target: WebhookTarget, payload: WebhookPayload, signal: AbortSignal): Promise<SentWebhook>;
}

/** Creates the part of background runs that connects to the network. */
export function createWebhookSender(options: WebhookOptions): WebhookSender {
  const { allowHosts = [], ca = [], resolve, timeoutMs = inferenceLimits.webhookTimeoutMs } = options;
  // Reads `fetch` at each webhook: tests replace and restore it.
  const connect = options.connect ?? fetchConnect((request) => globalThis.fetch(request));
  const resolveInTime = resolve && inTime(resolve, inferenceLimits.webhookResolveMs);

  return {
    async accept({ webhookUrl: url, webhookFormat: format = 'raw' }) {
      if (url === undefined) return undefined;
      const checked = await checkDestination(url, { resolve: resolveInTime, allowHosts });
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
  // A host without an address is not private; the delivery failed.
  const refused = result.outcome === 'refused' && result.reason !== 'unresolvable';
  return {
    outcome: refused ? 'refused' : 'failed',
    status: null,
    address: null,
    problem: result.message,
  };
}

/** A resolver that returns no address after a time limit, since a client waits. */
function inTime(resolve: ResolveHost, milliseconds: number): ResolveHost {
  return async (name, signal) => {
    const timeout = Promise.withResolvers<readonly string[]>();
    const timer = setTimeout(() => timeout.resolve([]), milliseconds);
    try {
      return await Promise.race([resolve(name, signal), timeout.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Options for the webhooks of background runs. */
export interface WebhookOptions {
  /**
   * Hosts with any address, as `host` or `host:port`: receivers in local development. HTTPS is still required.
   */
  readonly allowHosts?: readonly string[] | undefined;
  /** Certificates to trust in addition to the runtime's own, as PEM; no effect when `connect` uses `fetch`. */
  readonly ca?: readonly string[] | undefined;
  /**
   * Finds the addresses of a host, which all have to be public. By default hosts are checked only by their names and
   * the addresses in URLs, since a page has no resolver; `serve` uses the system's.
   */
  readonly resolve?: ResolveHost | undefined;
  /**
   * Sends one POST. By default it calls the current global `fetch`, which also reaches the request handlers of a test.
   * `fetch` resolves the name itself, so only `serve` connects to the checked address.
   */
  readonly connect?: Connect | undefined;
  /** Time limit of a receiver's answer in milliseconds. */
  readonly timeoutMs?: number | undefined;
}
