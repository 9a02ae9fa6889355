import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeBlock } from './code-blocks.ts';

/** The assumptions of a page for its blocks. */
export interface Preamble {
  /** Code before a block. */
  readonly before?: string;
  /** Code after it, to close what was opened. */
  readonly after?: string;
  /** Commands before those of the section. */
  readonly commands?: string;
  /** Words in its commands, such as an address of the reader, and their replacements. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Files next to a block of code, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files in the folder in which commands run. */
  readonly given?: Readonly<Record<string, string>>;
}

const token = 'touchstone-full-access-token-0000000001';
const account = '01a7362d577a6c3019a474fd6f485823';
const zone = '023e105f4ecef8ad9ca31a8372d0c353';
const base = `http://localhost:4800/client/v4/accounts/${account}/ai/v1`;

const target = `export TOUCHSTONE_API=http://localhost:4800/client/v4 TOUCHSTONE_TOKEN=${token}
export TOUCHSTONE_ZONE_ID=${zone} TOUCHSTONE_ACCOUNT_ID=${account}`;

/** The server of the reader, which is one of this project. */
const own: Preamble = {
  instead: { 'https://your.host': 'http://localhost:4800', TOKEN: token, ZONE: zone, ACCOUNT: account },
};

const worker = `export default { fetch: () => new Response('Hello') };`;

/** The clients that inference names, as imports. */
const clients: Preamble = {
  before: `
import OpenAI from 'openai';
import Anthropic from '@anthropic-ai/sdk';
import Cloudflare from 'cloudflare';
import { generateText } from 'ai';
import { createWorkersAI } from 'workers-ai-provider';
const BASE = '${base}';
const TOKEN = '${token}';`,
  commands: `BASE=${base}\nTOKEN=${token}`,
};

/** A block of data of a guide, as the file that its text means. */
const blockOf = (page: string, start: string): string => {
  const text = readFileSync(join(import.meta.dirname, '../../..', page), 'utf8');
  return (
    text
      .split(/```yaml.*\n/)
      .find((block) => block.startsWith(start))
      ?.split('```')[0] ?? ''
  );
};
const shop = { 'shop.yaml': blockOf('docs/openapi.md', 'openapi:') };
const seeded = { ...shop, 'lamps.seed.yaml': blockOf('docs/openapi.md', 'documented:') };
const corrected = { ...shop, 'shop.overlay.yaml': blockOf('docs/openapi.md', 'overlay:') };

/** Code that fails unless requests to the platform reach a mock, after what a guide has started. */
const reachesMock = `
const { status: statusOfZones } = await fetch('https://api.cloudflare.com/client/v4/zones', {
  headers: { authorization: 'Bearer ${token}' },
});
if (statusOfZones !== 200) throw new Error(\`The mock was not asked: \${statusOfZones}\`);`;

/** The tasks of Cypress in the guide. */
const tasks = `
const tasks = {};
config.e2e.setupNodeEvents((_event, given) => Object.assign(tasks, given));`;

/** The `js` block of a section of a guide. */
const scriptOf = (page: string, section: string): string => {
  const text = readFileSync(join(import.meta.dirname, '../../..', page), 'utf8');
  return text.split(`## ${section}\n`)[1]?.split('```js\n')[1]?.split('```')[0] ?? '';
};

/** By page and section: what its text says before its blocks. */
export const preambles: Readonly<Record<string, Preamble>> = {
  'docs/inference.md#Connect your client': clients,
  'README.md#Test a server that implements this API': own,
  'docs/conformance.md#Run it for the first time': own,
  'docs/calibration.md#Ask the platform': own,
  'docs/calibration.md#Apply the result': {
    given: { 'stances.json': '{ "v4.unknown-zone.status": 404 }' },
  },
  'docs/conformance.md#Split a run over machines': {
    // The other machines.
    commands: `${target}
for part in 2 3; do touchstone conform --shard $part/3 --out part-$part; done`,
    instead: { 'merge part-1': 'merge --allow-partial part-1' },
  },
  'docs/conformance.md#Accept known failures': { commands: target },
  'docs/applications.md#Store objects': {
    given: { 'picture.jpg': 'a picture' },
    before: `
import type { BucketHost } from 'touchstone';
import { memoryStorage } from 'ROOT/mock/engines/objects/memory-storage.ts';
const bucketStorage = (_accountId: string, _bucketName: string) => memoryStorage();
const removeBuckets = async (_accountId: string) => {};
const removeAll = async () => {};`,
  },
  'docs/serve.md#Apply changes without a restart': {
    given: { 'shop.seed.yaml': 'zones: [{ name: shop.example.localhost }]', 'worker.ts': worker },
  },
  'docs/openapi.md#': { given: shop },
  'docs/openapi.md#Check what is served': { given: shop },
  'docs/openapi.md#Correct what is inferred': { given: corrected },
  'docs/openapi.md#Start with records': { given: seeded },
  'docs/openapi.md#Test a server with the document': { given: corrected },
  'docs/conformance.md#Test against an OpenAPI document': {
    // The server of the reader is one of this project.
    instead: { 'https://your.host/v1 --token TOKEN ': '' },
    given: { 'openapi.yaml': shop['shop.yaml'] },
  },
  'docs/repositories.md#Keep repositories': {
    before: `
import { memoryStorage } from 'ROOT/mock/engines/git/storage/memory-storage.ts';
const bucketStorage = (_id: string, head: string) => memoryStorage(head);`,
  },
  'docs/repositories.md#Test a Git server': {
    // Without the feature `git-server` the tests are skipped; `run test git` runs them, which takes minutes.
    before: `
const target = { api: 'http://localhost:4800/client/v4', zone_id: '${zone}', api_token: '${token}', features: [] };
const bareRepository = async (_name: string, _branch: string) => 'http://localhost:4800/none.git';`,
  },
  'docs/applications.md#Run your own Worker': {
    given: { 'src/worker.ts': worker, 'wrangler.jsonc': '{ "vars": { "NAME": "Ada" } }' },
  },
  'docs/applications.md#Test a Worker without a server': {
    before: `
import { createMock } from 'touchstone';
const mock = createMock();
const worker = { fetch: async (request, env) => Response.json(await env.FILES.put('a', await request.text())) };`,
  },
  'docs/scaling.md#Keep objects on S3': {
    commands: `"$BUN" -e "import { startS3Server } from '$ROOT/mock/engines/objects/s3/testing/s3-server.ts';
  console.log((await startS3Server()).url)" > s3.url &
trap "kill $!" EXIT
until grep -q http s3.url; do sleep 0.1; done`,
    instead: {
      'AWS_ACCESS_KEY_ID=... AWS_SECRET_ACCESS_KEY=...': 'AWS_ACCESS_KEY_ID=id AWS_SECRET_ACCESS_KEY=secret',
      'https://s3.example.com/touchstone': '$(cat s3.url)',
    },
  },
  'docs/scaling.md#Put several servers behind nginx': {
    // One server in place of several; nginx.nightly.test.ts has them all.
    commands: `"$BUN" "$TOUCHSTONE" serve --port 0 --json --tenants on-demand > farm.json &
trap "kill $!" EXIT
until grep -q edge farm.json; do sleep 0.1; done
address() { node -p "new URL(JSON.parse(require('fs').readFileSync('farm.json')).$1).origin"; }
API=$(address api) ZONES=$(address edge)`,
    instead: { 'http://localhost:8080': '$API', 'http://localhost:8081': '$ZONES' },
    before: `
import { createMock } from 'touchstone';
const farm = createMock({ tenants: 'on-demand' });
globalThis.fetch = Object.assign(
  (...request: ConstructorParameters<typeof Request>) => farm.fetch(new Request(...request)),
  { preconnect() {} },
);`,
  },
  'docs/next-and-nuxt.md#Point your app at a server': {
    before: `
process.env['CLOUDFLARE_API_TOKEN'] = '${token}';
process.env['CLOUDFLARE_BASE_URL'] = 'http://localhost:4800/client/v4';`,
  },
  'docs/next-and-nuxt.md#Start the mock inside Next': {
    before: `Object.assign(process.env, { NEXT_RUNTIME: 'nodejs', CLOUDFLARE_MOCK: '1' });`,
    after: `await register();${reachesMock}`,
  },
  'docs/next-and-nuxt.md#Start the mock inside Nuxt': {
    before: `
process.env['CLOUDFLARE_MOCK'] = '1';
let started = Promise.resolve();
const defineNitroPlugin = (start: () => Promise<void>) => {
  started = start();
};`,
    after: `await started;${reachesMock}`,
  },
  'docs/next-and-nuxt.md#Start the mock in a page of Nuxt': {
    // Its parts need a page; the types are checked.
    before: `
const defineNuxtConfig = <Config>(config: Config) => config;
const defineNuxtPlugin = (start: () => Promise<void>) => start;
const useRuntimeConfig = () => ({ public: { mock: true } });`,
  },
  'docs/cypress.md#Give tests the controls': {
    after: `${tasks}
const list = () => fetch('http://localhost:4800/client/v4/zones', { headers: { authorization: 'Bearer ${token}' } });
await tasks.resetMock();
await tasks.addFault({ operation: 'zones.zone.list', status: 503 });
const statuses = [(await list()).status];
await tasks.resetMock();
statuses.push((await list()).status, (await tasks.sentRequests({ status: 200 })).length);
await tasks.advanceClock(60);
await tasks.resetMock();
if (String(statuses) !== '503,200,1') throw new Error(String(statuses));`,
  },
  'docs/cypress.md#Write a test': {
    // Commands in order, with an app that shows the zones.
    before: `
import { afterEach, beforeEach, expect, it } from 'vitest';
${scriptOf('docs/cypress.md', 'Give tests the controls').replace('export default config;', '')}${tasks}
let page = '';
let last = Promise.resolve();
const then = (step) => {
  last = last.then(step);
  return { should: (_, count) => then((found) => expect(found).toHaveLength(count)) };
};
const visit = async () => {
  const answer = await fetch('http://localhost:4800/client/v4/zones', { headers: { authorization: 'Bearer ${token}' } });
  page = answer.ok ? await answer.text() : 'Try again later';
};
const cy = {
  task: (name, given) => then(() => tasks[name](given)),
  visit: () => then(visit),
  contains: (text) => then(() => expect(page).toContain(text)),
};
afterEach(async () => {
  await last;
  await tasks.resetMock();
});`,
  },
  'docs/models.md#Use a model that is not listed': { before: `import { createMock } from 'touchstone';` },
  'docs/models.md#Script a reply': { before: `import { createMock } from 'touchstone';` },
  'docs/bindings.md#Use models (`ai`)': {
    before: `import { createMock } from 'touchstone';\nconst env = createMock().bindings({ ai: { binding: 'AI' } });`,
  },
  'docs/bindings.md#Use buckets (`r2_buckets`)': {
    before: `import { createMock } from 'touchstone';\nconst mock = createMock();`,
  },
};

/** The assumptions of a block; empty unless its page has some. */
export function getPreamble({ page, section }: Pick<CodeBlock, 'page' | 'section'>): Preamble {
  return preambles[`${page}#${section}`] ?? {};
}
