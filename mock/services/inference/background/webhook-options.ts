import type { Connect, ResolveHost } from '../../../engines/webhook/destination.ts';

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
