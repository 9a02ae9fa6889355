import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../spec/errors.ts';
import { ModelError, type ModelErrorReason } from '../../../engines/models/model-error.ts';
import { failing, passing } from './testing/passing.ts';

describe('attempts', () => {
  test.each<[boolean, string, () => unknown]>([
    ...(['unavailable', 'timeout', 'overloaded', 'malformed', 'scripted'] as ModelErrorReason[]).map(
      (reason) => [true, reason, () => new ModelError(reason, 'No.')] as [boolean, string, () => unknown],
    ),
    [true, 'a status of 503', () => new ModelError('scripted', 'No.', { status: 503 })],
    [true, 'a status of 429', () => new ModelError('scripted', 'No.', { status: 429 })],
    [true, 'no capacity', () => new ApiError('capacity-exceeded')],
    [false, 'bad input', () => new ModelError('bad-input', 'No.')],
    [false, 'a status of 404', () => new ModelError('scripted', 'No.', { status: 404 })],
    [false, 'refused credentials', () => new ModelError('unavailable', 'No.', { status: 401 })],
    [false, "a schema that can't be satisfied", () => new ApiError('json-mode-unmet')],
  ])('go on (%s) after %s', async (again, _, error) => {
    const { run } = passing({ retry_max_attempts: 2 });
    const provider = failing(1, error);
    await run({}, provider.ask);
    expect(provider.asked).toBe(again ? 2 : 1);
  });

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
