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
  // The mock stays open after each test, as all of them share it.
  Deno.test({
    name: shared.title,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () => runInTenant(shared, mock, { fetch, renders: true }),
  });
}
