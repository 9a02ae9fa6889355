import { startLoad } from './load.ts';
import { interleave, perSecond, ratio } from './measure.ts';
import { authorization, bareCommand, configsPath, prismCommand, touchstoneCommand } from './peers.ts';
import { BenchError, type Processes, type RunningServer } from './processes.ts';
import { figure, type Result } from './table.ts';

/** Time from the start of the process to the first answer of a list of token configurations. */
export async function measureStartUp(processes: Processes, folder: string): Promise<Result[]> {
  const prism = await prismCommand(folder);
  const start = (command: (port: number) => readonly string[]) => async () => {
    const server = await processes.serve(command, configsPath, { authorization });
    await server.stop();
    return server.startedIn;
  };
  const { ours, theirs } = await interleave({ ours: start(touchstoneCommand), theirs: start(prism) }, 7);
  return [
    {
      name: 'Start to first answer',
      ours: `${figure(ours.median)} ms`,
      peer: `Prism: ${figure(theirs.median)} ms`,
      ratio: ratio(theirs, ours),
      target: { atLeast: 5 },
    },
  ];
}

const connections = 16;

/** GET of one token configuration over loopback, with authentication, validation and the journal on. */
export async function measureRequests(processes: Processes, folder: string): Promise<Result[]> {
  const headers = { authorization };
  const touchstone = await processes.serve(touchstoneCommand, configsPath, headers);
  const path = `${configsPath}/${await createConfig(touchstone.url)}`;
  const body = await (await fetch(touchstone.url + path, { headers })).text();
  const prism = await processes.serve(await prismCommand(folder), path, headers);
  const bare = await processes.serve(bareCommand(body), path);
  const load = startLoad(processes);

  const rate = (server: RunningServer, requests: number) => async () => {
    const port = Number(new URL(server.url).port);
    const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${authorization}\r\n\r\n`;
    const { milliseconds } = await load.run({ port, request, connections, requests });
    return perSecond(requests, milliseconds);
  };
  const figures = await interleave(
    { ours: rate(touchstone, 30_000), bare: rate(bare, 30_000), prism: rate(prism, 1_000) },
    7,
    2,
  );
  const name = 'GET of a token configuration';
  const ours = `${figure(figures.ours.median)} /s`;
  return [
    {
      name,
      ours,
      peer: `Prism: ${figure(figures.prism.median)} /s`,
      ratio: ratio(figures.ours, figures.prism),
      target: { atLeast: 10 },
    },
    {
      name,
      ours,
      peer: `bare Bun.serve, same body: ${figure(figures.bare.median)} /s`,
      ratio: ratio(figures.ours, figures.bare),
      target: { atLeast: 0.4 },
    },
  ];
}

/** Creates a configuration with one RSA key, the most common kind; returns its id. */
export async function createConfig(url: string): Promise<string> {
  const { publicKey } = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength: 2048,
      publicExponent: Uint8Array.of(1, 0, 1),
    },
    true,
    ['sign', 'verify'],
  );
  const { kty, n, e } = await crypto.subtle.exportKey('jwk', publicKey);
  const response = await fetch(url + configsPath, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      title: 'Bench',
      description: 'Tokens of the benchmark',
      token_sources: ['http.request.headers["authorization"][0]'],
      token_type: 'JWT',
      credentials: { keys: [{ kty, kid: 'bench', alg: 'RS256', n, e }] },
    }),
  });
  if (!response.ok) throw new BenchError('bench', `no configuration was created: ${await response.text()}`);
  const { result } = (await response.json()) as { result: { id: string } }; // As the contract says.
  return result.id;
}
