import { setupWorker } from 'msw/browser';
import { handlers } from 'touchstone/handlers';

/** Has a service worker answer what the page asks of the platform, as the platform would. */
export async function startPlatform(): Promise<void> {
  const worker = setupWorker(...handlers());
  await worker.start({ quiet: true });
}
