import { expect, it } from 'vitest';
import { askedOfGeneration, askedOfText } from './asked.ts';
import { userSays } from './testing/echo-backend.ts';
import { UnmatchedRequests } from './unmatched-requests.ts';

it('remembers what was asked in the terms of a match', () => {
  const requests = new UnmatchedRequests();
  requests.note(() =>
    askedOfGeneration('openai/gpt-5', { messages: [userSays('Hi.')], tools: [{ name: 'time' }] }),
  );
  expect(requests.list()).toEqual({
    count: 1,
    newest: [
      {
        task: 'generate',
        model: 'openai/gpt-5',
        text: 'Hi.',
        system: '',
        turn: 0,
        toolResults: [],
        tools: ['time'],
        format: 'text',
      },
    ],
  });
});

it('remembers the last twenty, newest first, and counts all', () => {
  const requests = new UnmatchedRequests();
  for (let index = 1; index <= 25; index++) requests.note(() => askedOfText('draw', 'm', `${index}`));
  const { count, newest } = requests.list();
  expect([count, newest.length, newest[0]?.text, newest[19]?.text]).toEqual([25, 20, '25', '6']);
});

it('cuts what is long', () => {
  const requests = new UnmatchedRequests();
  requests.note(() => askedOfText('draw', 'm', 'é'.repeat(501)));
  expect(requests.list().newest[0]?.text).toBe(`${'é'.repeat(500)}…`);
});

it('forgets all when it is cleared', () => {
  const requests = new UnmatchedRequests();
  requests.note(() => askedOfText('draw', 'm', 'a cat'));
  requests.clear();
  expect(requests.list()).toEqual({ count: 0, newest: [] });
});
