/**
 * Answers the same requests by our handlers and by one that is written by hand, in turns, in one process whose `fetch`
 * MSW intercepts, and prints what each request cost in each round, in microseconds.
 */
import process from 'node:process';
import { HttpResponse, http } from 'msw';
import { createMock } from '../../mock/index.ts';
import { setupNetwork } from '../../mock/setup.ts';
import { handlersCases } from './handlers-cases.ts';
import { interleave } from './measure.ts';

/** What one case costs by each of the two, round by round. */
export interface Contest {
  readonly name: string;
  readonly wall: { readonly ours: readonly number[]; readonly byHand: readonly number[] };
  readonly processor: { readonly ours: readonly number[]; readonly byHand: readonly number[] };
}

const perRound = Number(process.argv[2] ?? 200);
const rounds = Number(process.argv[3] ?? 15);
const mock = createMock({
  origin: () => new Response('{"order":1}', { headers: { 'content-type': 'application/json' } }),
});
const ours = mock.handlers();
const network = await setupNetwork(ours);

for (const { name, request, method, url, check } of await handlersCases(mock)) {
  network.resetHandlers(...ours);
  const sample = await fetch(request());
  const text = await sample.text();
  if (!sample.ok) throw new Error(`${name}: ${text}`);
  const status = sample.status;
  // The same bytes; a text that is JSON is made of its value, as everybody writes it.
  const value = JSON.parse(text);
  const byHand = http[method](url.replace(/\?.*/, ''), async ({ request: given }) => {
    if (check && !(await check(given))) return HttpResponse.json({ error: 'refused' }, { status: 403 });
    return HttpResponse.json(value, { status });
  });
  const processorMicroseconds: Record<'ours' | 'byHand', number[]> = { ours: [], byHand: [] };
  const take = (who: 'ours' | 'byHand') => async () => {
    network.resetHandlers(...(who === 'ours' ? ours : [byHand]));
    const undo = mock.snapshot();
    const used = process.cpuUsage();
    const begun = performance.now();
    for (let time = 0; time < perRound; time++) {
      const answer = await fetch(request());
      if (answer.status !== status) throw new Error(`${name}: ${answer.status}`);
      await answer.text();
    }
    const taken = performance.now() - begun;
    const { user, system } = process.cpuUsage(used);
    undo();
    processorMicroseconds[who].push((user + system) / perRound);
    return (taken * 1000) / perRound;
  };
  const warmUps = 3;
  const wall = await interleave({ ours: take('ours'), byHand: take('byHand') }, rounds, warmUps);
  const contest: Contest = {
    name,
    wall: { ours: wall.ours.rounds, byHand: wall.byHand.rounds },
    processor: {
      ours: processorMicroseconds.ours.slice(warmUps),
      byHand: processorMicroseconds.byHand.slice(warmUps),
    },
  };
  console.log(JSON.stringify(contest));
}
network.close();
await mock.close();
process.exit(0);
