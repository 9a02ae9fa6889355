import { expect, test } from 'vitest';
import type { Reply } from '../../spec/client.ts';
import { catalogue } from './catalogue.ts';
import { createFindings } from './findings.ts';
import { judgeTwin } from './refusals.ts';

/** How a server reacts to a faulty request; `kept` is its state. */
type Answer = (kept: string[]) => 'refused' | 'accepted';

const replies = {
  accepted: { success: true },
  refused: { success: false, errors: [{ code: 1, message: '' }] },
};

const getReply = (kind: keyof typeof replies): Reply => ({
  status: kind === 'accepted' ? 200 : 400,
  headers: new Headers(),
  bytes: new Uint8Array(),
  text: '',
  body: replies[kind],
});

/** Judges faults named a, b, c … by the server's reactions. */
async function judged(...answers: Answer[]) {
  const kept: string[] = [];
  const findings = createFindings(catalogue);
  const steps: string[] = [];
  let failed: string | null = null;
  const bad = answers.map((answer, index) => ({
    what: 'abc'.charAt(index),
    send: async () => getReply(answer(kept)),
  }));
  try {
    await judgeTwin(
      { good: async () => getReply('accepted'), bad, snapshot: async () => [...kept] },
      {
        findings,
        snapshot: () => Promise.reject(new Error('not its own')),
        step(name, action) {
          steps.push(name);
          return action();
        },
        sharing: (action) => action(),
      },
    );
  } catch (error) {
    failed = String(error);
  }
  const unchanged = findings.list.filter(({ requirement }) => requirement === 'V4-ENV-9');
  return { steps: steps.join(' '), failed, unchanged: unchanged.map(({ message }) => message) };
}

const refuses: Answer = () => 'refused';

const keeps: Answer = (kept) => {
  kept.push('x');
  return 'refused';
};

const keepsOnce: Answer = (kept) => {
  kept[0] = 'x';
  return 'refused';
};

const accepts: Answer = (kept) => {
  kept.push('y');
  return 'accepted';
};

const takesAway: Answer = (kept) => {
  kept.pop();
  return 'refused';
};

const blames = (what: string) => [
  expect.stringMatching(new RegExp(`^The request ${what} was refused but changed`)),
];

test('compares the state after each faulty request', async () => {
  expect(await judged(refuses, refuses, refuses)).toEqual({
    steps: 'valid twin before a after b after c after',
    failed: null,
    unchanged: [null],
  });
});

test('names the refused request that changed something, among several', async () => {
  expect((await judged(refuses, keeps, refuses)).unchanged).toEqual(blames('b'));
});

test('finds a change that the next request would have undone', async () => {
  const { unchanged } = await judged(keeps, takesAway);
  expect(unchanged).toEqual([...blames('a'), ...blames('b')]);
});

test('reports a change by a refused request once, although another request was accepted', async () => {
  const { failed, unchanged } = await judged(keepsOnce, accepts);
  expect(failed).toContain('The request b was accepted');
  expect(unchanged).toEqual(blames('a'));
});

test('does not blame a refused request for a change by an accepted one', async () => {
  const { failed, unchanged } = await judged(accepts, refuses);
  expect(failed).toContain('The request a was accepted');
  expect(unchanged).toEqual([null]);
});
