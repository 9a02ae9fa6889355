import type { WebhookDelivery } from '../../spec/services/touchstone/events.ts';
import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { RingBuffer } from './bounded.ts';

/** The latest webhooks of background runs, and their outcomes. */
export class WebhookInbox {
  #deliveries = new RingBuffer<WebhookDelivery>(touchstoneLimits.webhookDeliveries);

  note(delivery: WebhookDelivery): void {
    this.#deliveries.push(delivery);
  }

  get size(): number {
    return this.#deliveries.size;
  }

  newestFirst(): Generator<WebhookDelivery> {
    return this.#deliveries.newestFirst();
  }

  /** Captures the current state; the returned function restores it. */
  snapshot(): () => void {
    const then = this.#deliveries.copy();
    return () => {
      this.#deliveries = then.copy();
    };
  }

  clear(): void {
    this.#deliveries.clear();
  }
}
