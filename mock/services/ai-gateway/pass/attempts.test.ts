import { describe, expect, test } from 'vitest';
import { failing, passing } from './testing/passing.ts';

describe('attempts', () => {
  test("wait on the world's clock", async () => {
    const { run, world } = passing({ retry_max_attempts: 2, retry_delay: 5000 });
    world.clock.freeze();
    const provider = failing(1);
    const answer = run({}, provider.ask);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(provider.asked).toBe(1);
    world.clock.advance(5);
    expect((await answer).status).toBe(200);
  });
});
