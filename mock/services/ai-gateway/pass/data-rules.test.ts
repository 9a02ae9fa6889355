import { describe, expect, test, vi } from 'vitest';
import { entriesFound } from './data-rules.ts';
import { passing, streaming } from './testing/passing.ts';

const card = 'Pay with 4242 4242 4242 4242, please.';
const rule = { enabled: true, action: 'BLOCK', profiles: ['financial'] };

describe('entriesFound', () => {
  test.each([
    ['card-number', card, 'Pay with 4242 4242 4242 4243.'],
    ['card-number', '4222222222229019', '4222222222229018'],
    ['card-number', 'x4242424242424242x', '1-4242424242424242'],
    ['us-social-security-number', 'It is 123-45-6789.', 'It is 000-45-6789, or 1123-45-6789.'],
    ['aws-access-key', 'AKIAIOSFODNN7EXAMPLE', 'XAKIAIOSFODNN7EXAMPLE'],
    ['private-key', '-----BEGIN RSA PRIVATE KEY-----', '-----BEGIN PUBLIC KEY-----'],
  ] as const)('finds a %s in %j and not in %j', (entry, found, other) => {
    expect(entriesFound([entry], found)).toEqual([entry]);
    expect(entriesFound([entry], other)).toEqual([]);
  });

  test('takes linear time for many digits', () => {
    expect(entriesFound(['card-number'], '1'.repeat(100_000))).toEqual([]);
  });
});

describe('data rules', () => {
  test('send a stream in full, and record the findings', async () => {
    const { pass, logs } = passing({ dlp: rule });
    const answer = await pass({ streams: true }, streaming([card], { text: card }));
    expect(await new Response(answer.stream).text()).toBe(card);
    await vi.waitFor(() => expect(logs()[0]?.entry.usage_metadata).toEqual({ dlp_action: 'BLOCK' }));
  });
});
