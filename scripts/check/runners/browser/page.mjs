import { Buffer } from 'buffer';
import { setupWorker } from 'msw/browser';
import { createMock } from 'touchstone';
import { runInTenant, sharedTests } from '../shared/shared-test.ts';

// A global that Git clients expect.
globalThis.Buffer ??= Buffer;

const mock = createMock();
const worker = setupWorker(...mock.handlers());
await worker.start({ quiet: true, onUnhandledRequest: 'bypass' });

const failures = [];
for (const shared of sharedTests) {
  await runInTenant(shared, mock, { fetch: (url, init) => fetch(url, init), renders: false }).catch((error) =>
    failures.push(`${shared.title}: ${error.stack}`),
  );
}
globalThis.failures = failures;
