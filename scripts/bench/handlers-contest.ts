/**
 * Answers the same requests with our handlers and a hand-written one, in turns, in one process whose `fetch` MSW
 * intercepts. Prints the cost of a request in each round, in microseconds.
 */
import process from 'node:process';
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { HttpResponse, http } from 'msw';
import { createMock, type Mock } from '../../mock/index.ts';
import { setupNetwork } from '../../mock/setup.ts';
import { interleave } from './measure.ts';

/** One kind of request, and the handler that a test would write by hand. */
export interface HandlersCase {
  readonly name: string;
  /** A fresh request; each is used once. */
  readonly request: () => Request;
  readonly method: 'get' | 'post';
  readonly url: string;
  /** The work of the hand-written handler before it returns the same bytes; undefined for none. */
  readonly check?: (request: Request) => Promise<boolean>;
}

const host = 'api.example.localhost';
const api = 'http://api.cloudflare.com/client/v4';

/** The requests to measure, on a mock that is ready for them. */
export async function handlersCases(mock: Mock): Promise<HandlersCase[]> {
  const { apiToken, zoneId } = mock.defaults;
  const headers = { authorization: `Bearer ${apiToken}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const get = (name: string, url: string): HandlersCase => ({
    name,
    method: 'get',
    url,
    request: () => new Request(url, { headers }),
  });
  const zones = `${api}/zones`;
  const account = { id: mock.defaults.accountId };
  let count = 0;
  return [
    get('GET of a zone', `${api}/zones/${zoneId}`),
    get('GET of a list of 20', `${api}/zones/${zoneId}/api_gateway/operations?per_page=20`),
    {
      name: 'POST that creates',
      method: 'post',
      url: zones,
      request: () => {
        const body = JSON.stringify({ name: `zone-${count++}.example.localhost`, account, type: 'full' });
        return new Request(zones, { method: 'POST', headers: json, body });
      },
      check: async (request) => typeof (await request.json()).name === 'string',
    },
    await edgeCase(mock, api, json),
  ];
}

/** Zone traffic that a token validation rule allows; by hand, a token that `jose` verifies. */
async function edgeCase(mock: Mock, base: string, headers: Record<string, string>): Promise<HandlersCase> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256' };
  const token = await new SignJWT({ sub: 'user-1' })
    .setProtectedHeader({ alg: 'ES256', kid: 'bench' })
    .setExpirationTime('1d')
    .sign(privateKey);
  const create = async (path: string, body: unknown) => {
    const url = `${base}/zones/${mock.defaults.zoneId}/${path}`;
    const answer = await mock.fetch(
      new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
    const { result, errors } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(errors)}`);
    return result;
  };
  const endpoints = ['orders', ...Array.from({ length: 24 }, (_, index) => `things${index}`)];
  await create(
    'api_gateway/operations',
    endpoints.map((name) => ({ method: 'GET', host, endpoint: `/${name}/{var1}` })),
  );
  const { id } = await create('token_validation/config', {
    title: 'Bench',
    description: 'Tokens of the benchmark',
    token_sources: ['http.request.headers["authorization"][0]'],
    token_type: 'JWT',
    credentials: { keys: [key] },
  });
  await create('token_validation/rules', {
    title: 'Bench',
    description: 'Guards the orders',
    action: 'block',
    enabled: true,
    expression: `is_jwt_valid("${id}")`,
    selector: { include: [{ host: [host] }] },
  });
  const keys = createLocalJWKSet({ keys: [key] });
  const url = `http://${host}/orders/1`;
  const bearer = `Bearer ${token}`;
  return {
    name: 'Zone traffic behind a JWT rule',
    method: 'get',
    url,
    request: () => new Request(url, { headers: { authorization: bearer } }),
    check: async (request) => {
      const given = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
      return (await jwtVerify(given, keys)).payload.sub === 'user-1';
    },
  };
}

/** The cost of one case by each of the two, round by round. */
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
  // The same bytes; JSON is created from its value, as is usual.
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
