import type { WebhookDelivery } from '../../spec/services/touchstone/events.ts';
import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { RingBuffer } from './bounded.ts';

/** The newest webhooks of background runs, and what became of them. */
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

  /** A function that puts the inbox back to how it is now. */
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
