import { describe, expect, test } from 'vitest';
import { findModel } from './models/catalogue.ts';
import { userInputError } from './user-input-error.ts';

const messages = [{ role: 'user', content: 'Hello' }];

describe('userInputError', () => {
  test.each([
    [{ messages }, 'Required value missing: max_tokens'],
    [
      { max_tokens: 1, messages: 'Hello' },
      'Invalid value at messages: Invalid input: expected array, received string',
    ],
    [
      { max_tokens: 1, messages, system: [{ type: 'text', text: 'a' }] },
      'Invalid value at system: Invalid input: expected string, received array',
    ],
    [{ max_tokens: 1, messages: [{ content: 'Hello' }] }, 'Required value missing: messages.0.role'],
    ['Hello', 'Invalid input: expected object, received string'],
  ])('says what is wrong with %j', (input, words) => {
    const parsed = findModel('anthropic/claude-sonnet-5')?.input.safeParse(input);
    expect(parsed?.error && userInputError(input, parsed.error.issues)).toBe(words);
  });
});
