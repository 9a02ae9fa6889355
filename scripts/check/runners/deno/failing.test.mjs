import { createMock } from 'touchstone';
import { setupNetwork } from 'touchstone/setup';
import { failingTests } from '../shared/failing-tests.ts';

const mock = createMock();
const network = await setupNetwork(mock.handlers());
Deno.test.afterAll(async () => {
  network.close();
  await mock.close();
});

// Deno runs the tests of a file one after another, and waits for each.
for (const { title, run, hangs } of failingTests) if (!hangs) Deno.test(title, mock.withTenant(run));
