import '../spec/require-node.ts';
import { createTest } from './runners/vitest/create-test.ts';

export { createTest, type PlatformFixtures, type TestOptions } from './runners/vitest/create-test.ts';

/**
 * A `test` of Vitest whose tests talk to a default mock, each in its own tenant.
 *
 * @example
 * import { expect } from 'vitest';
 * import { test } from 'touchstone/vitest';
 *
 * test('refuses what has no token', async ({ platform }) => {
 *   const url = `http://localhost:4800/client/v4/zones/${platform.zoneId}`;
 *   expect((await fetch(url)).status).toBe(400);
 * });
 */
export const test = createTest();
