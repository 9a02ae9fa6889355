import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { openapiDocument } from '../../spec/openapi.ts';
import { toDocument } from '../../spec/v4/register/area.ts';
import { areaNames, loadArea } from '../../spec/v4/register/areas.ts';
import { BenchError, type Row, takeTurns } from './rows.ts';
import {
  authorization,
  configsPath,
  forgetPeak,
  getPeak,
  load,
  prism,
  start,
  touchstone,
} from './servers.ts';

const headers = { authorization };

/** Writes our own document for Prism; returns its file. */
async function writeDocument(folder: string): Promise<string> {
  const file = join(folder, 'openapi.json');
  const document = openapiDocument({ version: '0.1.0', server: 'http://localhost:4800' });
  await writeFile(file, JSON.stringify(document));
  return file;
}

/** From the start of the process to the first answer: a list of token configurations. */
export async function measureStart(folder: string): Promise<Row[]> {
  const document = await writeDocument(folder);
  const time = (command: (port: number) => string[]) => async () => {
    const server = await start(command, configsPath, headers);
    await server.stop();
    return server.startedIn;
  };
  const figures = await takeTurns(
    { ours: time(touchstone), theirs: time((port) => prism(port, document)) },
    7,
  );
  const measured = 'Start to first answer';
  return [{ part: 'API', measured, peer: 'Prism', unit: 'ms', ...figures, has: 'speed', aim: 5 }];
}

/** GET of a token configuration, with authentication, validation and journal. */
export async function measureRequests(folder: string): Promise<Row[]> {
  const document = await writeDocument(folder);
  const ours = await start(touchstone, configsPath, headers);
  const path = `${configsPath}/${await createConfig(ours.url)}`;
  const body = await (await fetch(ours.url + path, { headers })).text();
  const peer = await start((port) => prism(port, document), path, headers);
  // One expression of JavaScript is the least that a server can be.
  const answer = `new Response(${JSON.stringify(body)}, { headers: { 'content-type': 'application/json' } })`;
  const program = (port: number) =>
    `Bun.serve({ port: ${port}, hostname: '127.0.0.1', fetch: () => ${answer} })`;
  const bare = await start((port) => [process.execPath, '-e', program(port)], path);
  const request = (number: number) => ({ path, headers: { ...headers, 'x-number': `${number}` } });
  const figures = await takeTurns(
    {
      ours: () => load(ours, 20_000, request),
      bare: () => load(bare, 40_000, request),
      prism: () => load(peer, 600, request),
    },
    7,
    2,
  );
  const row = { part: 'API', measured: 'GET of a token configuration', unit: '/s', has: 'speed' } as const;
  return [
    { ...row, peer: 'Prism', ours: figures.ours, theirs: figures.prism, aim: 10 },
    { ...row, peer: 'bare Bun.serve, same body', ours: figures.ours, theirs: figures.bare, aim: 0.4 },
  ];
}

/** Creates a configuration with one RSA key, the most common kind; returns its id. */
async function createConfig(url: string): Promise<string> {
  const kind = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 };
  const usages: KeyUsage[] = ['sign', 'verify'];
  const pair = await crypto.subtle.generateKey(
    { ...kind, publicExponent: Uint8Array.of(1, 0, 1) },
    true,
    usages,
  );
  const { kty, n, e } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const { result } = await post(url + configsPath, {
    title: 'Bench',
    description: 'Tokens of the benchmark',
    token_sources: ['http.request.headers["authorization"][0]'],
    token_type: 'JWT',
    credentials: { keys: [{ kty, kid: 'bench', alg: 'RS256', n, e }] },
  });
  return result.id;
}

/** Sends JSON and returns the answer. @throws BenchError */
async function post(url: string, body: object): Promise<{ readonly result: { readonly id: string } }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new BenchError(`${url}: ${text}`);
  return JSON.parse(text);
}

const records = `/zones/${worldDefaults.zoneId}/dns_records`;
const recordCount = 100;
/** Requests before the memory is read: the journal of a faster server would hold more of them. */
const memoryRequests = 600;

/** Writes one document with all operations of the register for Prism; returns its file. */
async function writeRegister(folder: string): Promise<string> {
  const documents = await Promise.all(
    areaNames.map(async (name) => {
      const area = await loadArea(name);
      // Schemas of two areas may have one name.
      const text = JSON.stringify(area && toDocument(name, area));
      return JSON.parse(text.replaceAll('#/components/schemas/', `#/components/schemas/${name}.`));
    }),
  );
  const paths = Object.assign({}, ...documents.map((one) => one.paths));
  const schemas = Object.fromEntries(
    documents.flatMap((one, at) =>
      Object.entries(one.components.schemas).map(([name, schema]) => [`${areaNames[at]}.${name}`, schema]),
    ),
  );
  const file = join(folder, 'register.json');
  await writeFile(file, JSON.stringify({ ...documents[0], paths, components: { schemas } }));
  return file;
}

/** DNS records, which only the register describes, with all of its operations served. */
export async function measureRegister(folder: string): Promise<Row[]> {
  const document = await writeRegister(folder);
  const base = '/client/v4';
  const time = (command: (port: number) => string[], path: string) => async () => {
    const server = await start(command, path, headers);
    await server.stop();
    return server.startedIn;
  };
  const peerCommand = (port: number) => prism(port, document);
  const starts = await takeTurns(
    { ours: time(touchstone, base + records), theirs: time(peerCommand, records) },
    5,
  );
  const ours = await start(touchstone, base + records, headers);
  const peer = await start(peerCommand, records, headers);
  for (const { pid } of [ours, peer]) await forgetPeak(pid);
  for (let index = 0; index < recordCount; index++) {
    const record = { type: 'A', name: `host-${index}.example.localhost`, content: '192.0.2.1', ttl: 60 };
    await post(ours.url + base + records, record);
  }
  const query = (number: number) => `?type=A&per_page=20&search=${number}`;
  const askOurs = (amount: number) =>
    load(ours, amount, (number) => ({ path: base + records + query(number), headers }));
  const askPeer = (amount: number) =>
    load(peer, amount, (number) => ({ path: records + query(number), headers }));
  await askOurs(memoryRequests);
  await askPeer(memoryRequests);
  const peaks = { ours: [await getPeak(ours.pid)], theirs: [await getPeak(peer.pid)] };
  const rates = await takeTurns({ ours: () => askOurs(3_000), theirs: () => askPeer(200) }, 5, 2);
  const row = { part: 'The rest of the API', peer: 'Prism' } as const;
  return [
    { ...row, measured: 'Start to first DNS records', unit: 'ms', ...starts, has: 'speed', aim: 9 },
    {
      ...row,
      ...{ measured: `GET of 20 DNS records of ${recordCount}`, unit: '/s', has: 'speed', aim: 10 },
      ...rates,
    },
    {
      ...row,
      ...{ measured: `Peak memory of ${memoryRequests} requests`, unit: 'MiB', has: 'memory', aim: 0.5 },
      ...peaks,
    },
  ];
}
