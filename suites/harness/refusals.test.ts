import { expect, test } from 'vitest';
import type { Reply } from '../../spec/client.ts';
import { catalogue } from './catalogue.ts';
import { createFindings } from './findings.ts';
import { judgeTwin } from './refusals.ts';

/** Changes the state of a server, and says whether it accepted the request. */
type Answer = (kept: string[]) => unknown;

const getReply = (accepted: boolean): Reply => ({
  ...{ status: accepted ? 200 : 400, headers: new Headers(), bytes: new Uint8Array(), text: '' },
  body: accepted ? { success: true } : { success: false, errors: [{ code: 1, message: '' }] },
});

const refuses: Answer = () => false;
const keeps: Answer = (kept) => kept.push('x') === 0;
const keepsOnce: Answer = (kept) => {
  kept[0] = 'x';
};
const accepts: Answer = (kept) => kept.push('y') > 0;
const takesAway: Answer = (kept) => {
  kept.pop();
};
const changed = (what: string) => expect.stringMatching(`^The request ${what} was refused but changed`);

test.each<[string, readonly Answer[], readonly unknown[], string?]>([
  ['compares the state after each request', [refuses, refuses, refuses], [null]],
  ['names the request that changed something', [refuses, keeps, refuses], [changed('b')]],
  ['finds a change that the next request undoes', [keeps, takesAway], [changed('a'), changed('b')]],
  ['reports a change once, although another request was accepted', [keepsOnce, accepts], [changed('a')], 'b'],
  ['does not blame a refused request for a change by an accepted one', [accepts, refuses], [null], 'a'],
])('a twin %s', async (_, answers, unchanged, accepted) => {
  const kept: string[] = [];
  const findings = createFindings(catalogue);
  const steps: string[] = [];
  const bad = answers.map((answer, index) => ({
    what: 'abc'.charAt(index),
    send: async () => getReply(answer(kept) === true),
  }));
  const judged = judgeTwin(
    { good: async () => getReply(true), bad, snapshot: async () => [...kept] },
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
  if (accepted) await expect(judged).rejects.toThrow(`The request ${accepted} was accepted`);
  else await judged;
  expect(steps.join(' ')).toBe(['valid twin before', ...bad.map(({ what }) => `${what} after`)].join(' '));
  const found = findings.list.filter(({ requirement }) => requirement === 'V4-ENV-9');
  expect(found.map(({ message }) => message)).toEqual(unchanged);
});
