import { setupWorker } from 'msw/browser';
import { handlers } from 'touchstone/handlers';

/** Starts a service worker that answers requests to the platform. */
export async function startPlatform(): Promise<void> {
  const worker = setupWorker(...handlers());
  await worker.start({ quiet: true });
}
