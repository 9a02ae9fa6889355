import { after, test } from 'node:test';
import { createMock } from 'touchstone';
import { setupNetwork } from 'touchstone/setup';
import { runInTenant, sharedTests } from '../shared/shared-test.ts';

const mock = createMock();
const network = await setupNetwork(mock.handlers());
after(async () => {
  network.close();
  await mock.close();
});

for (const shared of sharedTests)
  test(shared.title, () => runInTenant(shared, mock, { fetch, renders: true }));
