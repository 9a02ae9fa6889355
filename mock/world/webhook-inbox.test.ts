import { expect, it } from 'vitest';
import type { WebhookDelivery } from '../../spec/services/touchstone/events.ts';
import { WebhookInbox } from './webhook-inbox.ts';

const delivery = (problem: string): WebhookDelivery => ({
  at: '2030-01-01T00:00:00Z',
  account_id: '0'.repeat(32),
  run_id: '00000000-0000-7000-8000-000000000000',
  url: 'https://example.com/',
  format: 'raw',
  body: {},
  outcome: 'failed',
  status: null,
  address: null,
  problem,
});

it('goes back to a snapshot, as often as is asked', () => {
  const inbox = new WebhookInbox();
  const problems = () => [...inbox.newestFirst()].map(({ problem }) => problem);
  inbox.note(delivery('a'));
  const restore = inbox.snapshot();
  for (const problem of ['b', 'c']) {
    inbox.note(delivery(problem));
    expect(problems()).toEqual([problem, 'a']);
    restore();
    expect(problems()).toEqual(['a']);
  }
  inbox.clear();
  expect(inbox.size).toBe(0);
  restore();
  expect(problems()).toEqual(['a']);
});
