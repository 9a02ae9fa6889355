import { createMock } from 'touchstone';
import { setupNetwork } from 'touchstone/setup';
import { runInTenant, sharedTests } from '../shared/shared-test.ts';

const mock = createMock();
let network;
beforeAll(async () => {
  network = await setupNetwork(mock.handlers());
});
afterAll(async () => {
  network.close();
  await mock.close();
});

for (const shared of sharedTests) {
  test(shared.title, () => runInTenant(shared, mock, { fetch, renders: true }), 60_000);
}
