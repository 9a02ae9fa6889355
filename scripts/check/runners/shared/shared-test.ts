import type { Mock } from '../../../../mock/index.ts';
import type { Door, SharedTest } from './door.ts';
import { edgeTests } from './edge-tests.ts';
import { inferenceTests } from './inference-tests.ts';
import { platformTests } from './platform-tests.ts';
import { resourceTests } from './resource-tests.ts';

/** The platform test for users' test suites, which passes in every runner. */
export const sharedTests: readonly SharedTest[] = [
  ...edgeTests,
  ...inferenceTests,
  ...resourceTests,
  ...platformTests,
];

/** Runs a test, and prints that it has passed: these lines are counted, since a runner may run none. */
export async function runShared({ title, run }: SharedTest, door: Door): Promise<void> {
  await run(door);
  console.log(`shared ok: ${title}`);
}

/** The same in a tenant that is removed afterwards. */
export function runInTenant(
  test: SharedTest,
  mock: Mock,
  { fetch, renders }: Pick<Door, 'fetch' | 'renders'>,
): Promise<void> {
  const run = mock.withTenant((platform) => runShared(test, { mock, platform, fetch, renders }), {
    name: test.title,
  });
  return run();
}
