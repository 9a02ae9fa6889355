import { createMock } from 'touchstone';
import { setupNetwork } from 'touchstone/setup';
import { failingTests, patienceMs } from '../shared/failing-tests.ts';

const mock = createMock();
let network;
beforeAll(async () => {
  network = await setupNetwork(mock.handlers());
});
afterAll(async () => {
  network.close();
  await mock.close();
});

for (const { title, run, concurrent } of failingTests) {
  (concurrent ? test.concurrent : test)(title, mock.withTenant(run), patienceMs);
}
