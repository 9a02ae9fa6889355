/**
 * Answers a POST with our handlers and with one written by hand, in turns, in a process whose `fetch` MSW intercepts.
 * Prints the microseconds of a request in each round.
 */
import process from 'node:process';
import { measure } from 'mitata';
import { HttpResponse, http } from 'msw';
import { createMock } from '../../mock/index.ts';
import { setupNetwork } from '../../mock/setup.ts';
import { takeTurns } from './rows.ts';

/** So many that garbage is collected in every round, and not at random in one of them. */
const perRound = 200;
const url = 'http://api.cloudflare.com/client/v4/zones';
const mock = createMock();
const { apiToken, accountId } = mock.defaults;
const headers = { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' };
const handlers = mock.handlers();
const network = await setupNetwork(handlers);

let count = 0;
/** Creates a zone; returns the answer. */
async function create(): Promise<string> {
  const body = { name: `zone-${count++}.example.localhost`, account: { id: accountId }, type: 'full' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.text();
}

const sample = JSON.parse(await create());
const byHand = http.post(url, async ({ request }: { request: Request }) =>
  typeof (await request.json()).name === 'string'
    ? HttpResponse.json(sample)
    : HttpResponse.json({ error: 'refused' }, { status: 400 }),
);
const cost = (these: Parameters<typeof network.resetHandlers>) => async () => {
  network.resetHandlers(...these);
  const undo = mock.snapshot();
  const { avg } = await measure(create, { min_samples: perRound, max_samples: perRound });
  undo();
  return avg / 1_000;
};
console.log(JSON.stringify(await takeTurns({ ours: cost(handlers), theirs: cost([byHand]) }, 15, 3)));
network.close();
await mock.close();
process.exit(0);
