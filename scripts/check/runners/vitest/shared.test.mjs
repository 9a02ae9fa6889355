import { test } from 'touchstone/vitest';
import { runShared, sharedTests } from '../shared/shared-test.ts';

for (const shared of sharedTests) {
  test.concurrent(shared.title, ({ mock, platform }) =>
    runShared(shared, { mock, platform, fetch, renders: true }),
  );
}
