import assert from 'node:assert/strict';
import { encode } from 'fast-png';

/** What a client needs to use the platform. */
export interface Platform {
  /** Base URL of the API, ending in the version segment. */
  readonly api: string;
  readonly accountId: string;
  readonly token: string;
}

/** The steps of one client; a step with a wrong result throws. */
export interface ClientScenario {
  readonly client: string;
  readonly steps: Readonly<Record<string, (platform: Platform) => Promise<void>>>;
}

/** A tool that any client can offer, and a question that needs it. */
export const weather = {
  name: 'get_weather',
  description: 'Tells the weather of a city',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', description: 'Name of the city' } },
    required: ['city'],
  },
  question: 'What is the weather in Lisbon?',
  /** The tool's answer; the number proves that the model used it. */
  answer: '{"temperature":21,"sky":"clear"}',
  proof: /21/,
} as const;

/** A small PNG, half of it red and half of it blue. */
export function picture(): Uint8Array<ArrayBuffer> {
  const side = 32;
  const data = new Uint8Array(side * side * 3);
  for (let pixel = 0; pixel < side * side; pixel++) data[pixel * 3 + (pixel % side < side / 2 ? 0 : 2)] = 255;
  return new Uint8Array(encode({ width: side, height: side, data, channels: 3 }));
}

/** The bytes of a picture as Base64. */
export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** A page to render: a heading, a table, and links inside and outside. */
export const shopPage = `<!doctype html><html lang="en"><title>Lamps</title>
<body style="margin:0;background:#0a0"><main><h1 id="top">Lamps</h1>
<p>Made <b>here</b>. <a href="https://shop.example/all?a=1#b">All lamps</a></p></main>
<script>document.querySelector('h1').dataset.seen = 'yes'</script>`;

/** Width and height of a PNG. @throws Error for other bytes */
export function sizeOfPng(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const magic = [0x89, 0x50, 0x4e, 0x47];
  if (!magic.every((byte, index) => bytes[index] === byte)) throw new Error('this is not a PNG');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** A repository that was created over the API. */
export interface MadeRepository {
  readonly name: string;
  readonly remote: string;
  readonly token: string;
}

const namespace = 'clients';

/** Creates a repository with a unique name. */
export async function createRepository(platform: Platform): Promise<MadeRepository> {
  const name = `client-${crypto.randomUUID()}`;
  return post(platform, 'repos', { name });
}

/** Creates another token of a repository. */
export async function issueToken(platform: Platform, repo: string, scope: 'read' | 'write'): Promise<string> {
  return (await post(platform, 'tokens', { repo, scope })).plaintext;
}

async function post(
  { api, accountId, token }: Platform,
  path: string,
  body: object,
): Promise<ReturnType<typeof JSON.parse>> {
  const url = `${api}/accounts/${accountId}/artifacts/namespaces/${namespace}/${path}`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { result, errors } = JSON.parse(await answer.text());
  assert.ok(answer.ok, JSON.stringify(errors));
  return result;
}
