import { join } from 'node:path';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { type Load, startLoad } from './load.ts';
import { interleave, perSecond, ratio } from './measure.ts';
import { authorization, bareCommand, touchstoneCommand } from './peers.ts';
import { BenchError, type Processes, type RunningServer } from './processes.ts';
import { figure, type Result } from './result.ts';
import { expressions, host, phase } from './waf-rules.ts';

const connections = 16;
const requests = 5_000;

/** Numbers of rules, with the share of a plain reverse proxy's rate that is promised. */
const sizes: readonly {
  readonly name: string;
  readonly rules: readonly string[];
  readonly target?: Result['target'];
}[] = [
  { name: 'no custom rule', rules: [] },
  { name: '10 custom rules', rules: expressions(10, 'plain'), target: { atLeast: 0.8 } },
  { name: '100 custom rules', rules: expressions(100, 'plain') },
  { name: '1,000 custom rules', rules: expressions(1_000, 'plain'), target: { atLeast: 0.2 } },
  { name: '1,000, some with functions and regular expressions', rules: expressions(1_000, 'all') },
];

/** Requests per second through the edge with more and more custom rules, beside a plain reverse proxy. */
export async function measureWaf(processes: Processes): Promise<Result[]> {
  const origin = await processes.serve(bareCommand('{"ok":true}'), '/');
  const proxy = await processes.serve(
    (port) => [process.execPath, join(import.meta.dirname, 'plain-proxy.ts'), String(port), origin.url],
    '/',
  );
  const load = startLoad(processes);
  const results: Result[] = [];
  for (const { name, rules, target } of sizes) {
    const touchstone = await processes.serve(
      (port) => [...touchstoneCommand(port), '--zone-origin', origin.url],
      '/_touchstone/info',
    );
    await putRules(touchstone, rules);
    const { ours, plain } = await interleave(
      { ours: rate(load, edgePort(touchstone)), plain: rate(load, Number(new URL(proxy.url).port)) },
      9,
      2,
    );
    await touchstone.stop();
    results.push({
      name: `Requests through the edge, ${name}`,
      ours: `${figure(ours.median)} /s`,
      peer: `a plain reverse proxy on Bun: ${figure(plain.median)} /s`,
      ratio: ratio(ours, plain),
      ...(target ? { target } : {}),
    });
  }
  return results;
}

/** The edge takes the port after that of the API. */
function edgePort({ url }: RunningServer): number {
  return Number(new URL(url).port) + 1;
}

function rate(load: Load, port: number): () => Promise<number> {
  const request = [
    'GET /orders/7?page=2&sort=name HTTP/1.1',
    `Host: ${host}`,
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Accept: */*',
    'Referer: https://shop.example.localhost/',
    '\r\n',
  ].join('\r\n');
  return async () => {
    const { milliseconds } = await load.run({ port, request, connections, requests });
    return perSecond(requests, milliseconds);
  };
}

async function putRules({ url }: RunningServer, expressions: readonly string[]): Promise<void> {
  const path = `/client/v4/zones/${worldDefaults.zoneId}/rulesets/phases/${phase}/entrypoint`;
  const rules = expressions.map((expression) => ({ action: 'block', expression }));
  const response = await fetch(url + path, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ rules }),
  });
  if (!response.ok) throw new BenchError('bench', `the rules were refused: ${await response.text()}`);
}
