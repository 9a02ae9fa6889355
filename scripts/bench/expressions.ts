import {
  compileFilter,
  createScheme,
  functionsFor,
  requestFields,
} from '../../mock/engines/expressions/index.ts';
import { interleave, perSecond, ratio } from './measure.ts';
import { BenchError } from './processes.ts';
import { figure, type Result } from './result.ts';

const evaluations = 1_000_000;

const source = [
  'http.host eq "api.example.localhost"',
  'http.request.method in {"GET" "POST"}',
  'starts_with(http.request.uri.path, "/orders")',
  'not http.user_agent contains "bot"',
  'http.request.timestamp.sec ge 1700000000',
].join(' and ');

/** A request that satisfies the expression, by field; every number has a path of its own. */
const fieldsOf = (number: number): ReadonlyMap<string, string | number> =>
  new Map<string, string | number>([
    ['http.host', 'api.example.localhost'],
    ['http.request.method', number % 2 === 0 ? 'GET' : 'POST'],
    ['http.request.uri.path', `/orders/${number}`],
    ['http.user_agent', 'curl/8.5.0'],
    ['http.request.timestamp.sec', 1_760_000_000 + number],
  ]);

/** A compiled expression of five terms, against the same five terms written in TypeScript. */
export async function measureExpressions(): Promise<Result[]> {
  const filter = compileFilter(
    source,
    createScheme({ fields: requestFields, functions: functionsFor('custom_rules') }),
  );
  const contexts = Array.from({ length: 64 }, (_, number) => {
    const fields = fieldsOf(number);
    return { get: (field: string) => fields.get(field) };
  });
  type Context = (typeof contexts)[number];

  const take = (evaluate: (context: Context) => boolean) => () => {
    const started = performance.now();
    let satisfied = 0;
    for (let number = 0; number < evaluations; number++) {
      if (evaluate(contexts[number & 63] as Context)) satisfied++; // There are 64.
    }
    if (satisfied !== evaluations) throw new BenchError('bench', 'the expression was false');
    return perSecond(evaluations, performance.now() - started);
  };
  const { ours, written } = await interleave(
    { ours: take(filter.evaluate), written: take(writtenOut) },
    9,
    2,
  );
  return [
    {
      name: 'Compiled expression of five terms',
      ours: `${figure(ours.median)} /s`,
      peer: `the same tests in TypeScript: ${figure(written.median)} /s`,
      ratio: ratio(ours, written),
    },
  ];
}

function writtenOut({ get }: { get: (field: string) => string | number | undefined }): boolean {
  const method = get('http.request.method');
  return (
    get('http.host') === 'api.example.localhost' &&
    (method === 'GET' || method === 'POST') &&
    String(get('http.request.uri.path')).startsWith('/orders') &&
    !String(get('http.user_agent')).includes('bot') &&
    Number(get('http.request.timestamp.sec')) >= 1_700_000_000
  );
}
