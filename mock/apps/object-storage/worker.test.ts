import { expect, it } from 'vitest';
import { createBucket } from '../../bindings/bucket/bucket.ts';
import { createObjectStore, memoryStorage } from '../../engines/objects/index.ts';
import { isAuthorized } from './worker.ts';

const MY_BUCKET = createBucket(createObjectStore({ storage: memoryStorage() }));
const asking = (method: string, secret: string | null) =>
  new Request('http://localhost/a', {
    method,
    ...(secret !== null && { headers: { 'x-custom-auth-key': secret } }),
  });

it.each([
  ['the secret', 'secret', 'secret', true],
  ['none', null, 'secret', false],
  ['an empty one', '', 'secret', false],
  ['its beginning', 'secre', 'secret', false],
  ['more than it', 'secret1', 'secret', false],
  ['it in capitals', 'SECRET', 'secret', false],
  ['an empty secret without a setting', '', '', false],
  ['the text undefined without a setting', 'undefined', undefined, false],
])('with %s, writing and deleting is allowed: %o of %o is %s', async (_, given, secret, isAllowed) => {
  for (const method of ['PUT', 'DELETE']) {
    const env = { MY_BUCKET, AUTH_KEY_SECRET: secret };
    expect(await isAuthorized(asking(method, given), env, 'a')).toBe(isAllowed);
  }
});

it('takes the same time for a secret that is wrong at its start as for one that is wrong at its end', async () => {
  // A comparison that stops at the first difference would return at once in one case, and read a megabyte in the other.
  const secret = 's'.repeat(1_000_000);
  const env = { MY_BUCKET, AUTH_KEY_SECRET: secret };
  const wrong = { first: asking('PUT', `x${secret.slice(1)}`), last: asking('PUT', `${secret.slice(1)}x`) };
  const least = { first: Number.POSITIVE_INFINITY, last: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 40; round++)
    for (const where of ['first', 'last'] as const) {
      const from = performance.now();
      await isAuthorized(wrong[where], env, 'a');
      least[where] = Math.min(least[where], performance.now() - from);
    }
  expect(least.first / least.last).toBeGreaterThan(0.5);
  expect(least.first / least.last).toBeLessThan(2);
});
