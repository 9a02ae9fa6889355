import { expect, test } from 'vitest';
import { toLogprobs } from './logprobs.ts';

test('lists the token itself first, then less likely alternatives', () => {
  const content = toLogprobs('Hello there.', 40).content ?? [];
  expect(content.map(({ token }) => token).join('')).toBe('Hello there.');
  for (const { token, logprob, top_logprobs: top } of content) {
    expect(top).toHaveLength(40);
    expect(top[0]).toMatchObject({ token, logprob });
    expect(top.slice(1).map((other) => other.token)).not.toContain(token);
    expect(top.map((other) => other.token)).not.toContain('');
    expect(top.map((other) => other.logprob)).toEqual(top.map((_, place) => logprob - place));
  }
});
