import { after, describe, test } from 'node:test';
import { createMock } from 'touchstone';
import { setupNetwork } from 'touchstone/setup';
import { failingTests, patienceMs } from '../shared/failing-tests.ts';

const mock = createMock();
const network = await setupNetwork(mock.handlers());
after(async () => {
  network.close();
  await mock.close();
});

describe('all at once', { concurrency: true }, () => {
  for (const { title, run } of failingTests) test(title, { timeout: patienceMs }, mock.withTenant(run));
});
