import { createMock } from 'touchstone';
import { setupNetwork } from 'touchstone/setup';
import { runInTenant, sharedTests } from '../shared/shared-test.ts';

const mock = createMock();
const network = await setupNetwork(mock.handlers());
Deno.test.afterAll(async () => {
  network.close();
  await mock.close();
});

for (const shared of sharedTests) {
  // What a test leaves open is the mock, which all of them share.
  Deno.test({
    name: shared.title,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () => runInTenant(shared, mock, { fetch, renders: true }),
  });
}
