import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { Destination } from './destination.ts';

/** One POST, ready to go. */
export interface OutgoingPost extends Destination {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Certificates to trust beside the runtime's own, as PEM. */
  readonly ca?: readonly string[];
  readonly signal: AbortSignal;
}

export interface ConnectAnswer {
  readonly status: number;
  /** The address that was connected to, or `null` where the runtime does not say. */
  readonly address: string | null;
  readonly body: ReadableStream<Uint8Array> | null;
}

/**
 * Sends one POST to one of the checked addresses, under the name of the URL (in `Host` and in the certificate),
 * and asks no resolver again. It may go on to the next address only while nothing was sent. It follows no
 * redirect.
 *
 * @throws WebhookConnectError when the receiver can't be reached; the signal's reason
 */
export type Connect = (post: OutgoingPost) => Promise<ConnectAnswer>;

/** The receiver was not reached: no connection, or a certificate that is not trusted. */
export class WebhookConnectError extends TouchstoneError {
  readonly reason: 'connection' | 'certificate';

  constructor(reason: 'connection' | 'certificate', message: string, options?: ErrorOptions) {
    super(`webhook-${reason}`, message, options);
    this.reason = reason;
  }
}
