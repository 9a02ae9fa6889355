import {
  compileFilter,
  createScheme,
  functionsFor,
  requestFields,
} from '../../mock/engines/expressions/index.ts';
import { interleave, perSecond, ratio } from './measure.ts';
import { BenchError } from './processes.ts';
import { figure, type Result } from './result.ts';

const evaluations = 500_000;

/** Five terms, of which all have to be looked at. */
const source = [
  'http.host eq "api.example.localhost"',
  'http.request.method in {"GET" "HEAD"}',
  'starts_with(http.request.uri.path, "/orders/")',
  'http.user_agent contains "curl"',
  'not ssl',
].join(' and ');

const fields: Readonly<Record<string, string | boolean>> = {
  'http.host': 'api.example.localhost',
  'http.request.method': 'GET',
  'http.request.uri.path': '/orders/7',
  'http.user_agent': 'curl/8.5.0',
  ssl: false,
};

/** Evaluations per second of a compiled expression, against the same five tests written in TypeScript. */
export async function measureExpressions(): Promise<Result[]> {
  const scheme = createScheme({ fields: requestFields, functions: functionsFor('token_rules') });
  const filter = compileFilter(source, scheme);
  const context = { get: (name: string) => fields[name] };
  const byHand = () =>
    context.get('http.host') === 'api.example.localhost' &&
    ['GET', 'HEAD'].includes(String(context.get('http.request.method'))) &&
    String(context.get('http.request.uri.path')).startsWith('/orders/') &&
    String(context.get('http.user_agent')).includes('curl') &&
    context.get('ssl') !== true;

  const rate = (run: () => boolean) => () => {
    const started = performance.now();
    for (let index = 0; index < evaluations; index++) {
      if (!run()) throw new BenchError('bench', 'the expression is true of this request');
    }
    return perSecond(evaluations, performance.now() - started);
  };
  const { ours, hand } = await interleave(
    { ours: rate(() => filter.evaluate(context)), hand: rate(byHand) },
    9,
    2,
  );
  return [
    {
      name: 'Compiled expression of five terms',
      ours: `${figure(ours.median)} /s`,
      peer: `the same tests in TypeScript: ${figure(hand.median)} /s`,
      ratio: ratio(ours, hand),
    },
  ];
}
