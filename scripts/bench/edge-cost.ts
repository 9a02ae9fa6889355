import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createMock, type Mock } from '../../mock/create-mock.ts';
import { createClient } from '../../spec/client.ts';
import { interleave, ratio } from './measure.ts';
import { BenchError } from './processes.ts';
import { figure, type Result } from './result.ts';

const host = 'api.example.localhost';
const requests = 1_000;

/** How a zone is filled. */
interface Filling {
  readonly configs: number;
  readonly rules: number;
  readonly operations: number;
}

const small: Filling = { configs: 1, rules: 10, operations: 10 };

/** What is compared with the small zone; the cost may grow with configurations, which all have to be checked. */
const larger: readonly { name: string; filling: Filling; target?: Result['target'] }[] = [
  { name: '32 configurations instead of 1', filling: { ...small, configs: 32 } },
  { name: '1,000 rules instead of 10', filling: { ...small, rules: 1_000 }, target: { atMost: 1.1 } },
  {
    name: '10,000 operations instead of 10',
    filling: { ...small, operations: 10_000 },
    target: { atMost: 1.1 },
  },
];

/** Time of one edge request with a good token, in process, as a zone grows. */
export async function measureEdgeCost(): Promise<Result[]> {
  const base = await prepare(small);
  const results: Result[] = [];
  for (const { name, filling, target } of larger) {
    const grown = await prepare(filling);
    const { before, after } = await interleave({ before: base, after: grown }, 9, 2);
    results.push({
      name: `Edge request, ${name}`,
      ours: `${figure(after.median)} µs`,
      peer: `the small zone: ${figure(before.median)} µs`,
      ratio: ratio(after, before),
      ...(target ? { target } : {}),
    });
  }
  return results;
}

/** Fills a mock and answers how long one request takes, in microseconds. */
async function prepare({ configs, rules, operations }: Filling): Promise<() => Promise<number>> {
  const answer = () => new Response('ok');
  const mock = createMock({ origin: answer });
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const ids = await createConfigs(mock, configs, { ...jwk, kid: 'bench', kty: 'EC' });
  await createOperations(mock, operations);
  await createRules(mock, rules, ids[0] ?? '');
  const token = await new SignJWT({ sub: 'user-1' })
    .setProtectedHeader({ alg: 'ES256', kid: 'bench' })
    .setExpirationTime('1h')
    .sign(privateKey);
  return async () => {
    const started = performance.now();
    for (let index = 0; index < requests; index++) {
      const url = `http://${host}/items-${index % operations}/7`;
      const { status } = await mock.edge(new Request(url, { headers: { authorization: `Bearer ${token}` } }));
      if (status !== 200) throw new BenchError('bench', `${url} was refused with ${status}`);
    }
    return ((performance.now() - started) * 1000) / requests;
  };
}

function clientOf(mock: Mock) {
  return createClient({
    baseUrl: 'http://localhost/client/v4',
    headers: { authorization: `Bearer ${mock.defaults.apiToken}` },
    fetch: (request) => mock.fetch(request),
  });
}

/** Configurations of which the first has the key of the token, and the others a kid of their own. */
async function createConfigs(
  mock: Mock,
  count: number,
  key: { kid: string; kty: string },
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const kid = index === 0 ? key.kid : `other-${index}`;
    const { body } = await clientOf(mock).call('token-validation.config.create', {
      params: { zone_id: mock.defaults.zoneId },
      body: {
        title: `Configuration ${index}`,
        description: '',
        token_sources: ['http.request.headers["authorization"][0]'],
        token_type: 'jwt',
        credentials: { keys: [{ ...key, kid }] },
      },
    });
    ids.push(body.result.id);
  }
  return ids;
}

async function createOperations(mock: Mock, count: number): Promise<void> {
  const body = Array.from({ length: count }, (_, index) => ({
    method: 'GET' as const,
    host,
    endpoint: `/items-${index}/{id}`,
  }));
  await clientOf(mock).call('api-gateway.operation.create', {
    params: { zone_id: mock.defaults.zoneId },
    body,
  });
}

/** Rules of which the last is the one that covers the operations, and the others are for other hosts. */
async function createRules(mock: Mock, count: number, configId: string): Promise<void> {
  const body = Array.from({ length: count }, (_, index) => ({
    title: `Rule ${index}`,
    description: '',
    action: 'block' as const,
    enabled: true,
    expression: `is_jwt_valid("${configId}")`,
    selector: { include: [{ host: [index === count - 1 ? host : `host-${index}.example.localhost`] }] },
  }));
  await clientOf(mock).call('token-validation.rule.bulk-create', {
    params: { zone_id: mock.defaults.zoneId },
    body,
  });
}
