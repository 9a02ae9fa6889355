import { type Profiler, Session } from 'node:inspector/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createMock } from '../../mock/index.ts';

/*
 * Counts the files of this project in which a function runs while the mock answers a request, by V8's coverage. The
 * request comes a second time then, so that loading modules counts for nothing.
 *
 *   node_modules/.bin/node scripts/check/files-of-requests.ts          how many, by request
 *   node_modules/.bin/node scripts/check/files-of-requests.ts --list   which
 */
const root = resolve(import.meta.dirname, '../..');

const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
  'verify',
  'sign',
]);
const key = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: 'key-1', alg: 'ES256' };

const mock = createMock();
const { accountId, zoneId, zoneName, apiToken } = mock.defaults;
const api = 'http://localhost/client/v4';

function post(path: string, body: unknown): Request {
  const headers = {
    authorization: `Bearer ${apiToken}`,
    'content-type': 'application/json',
    'cf-aig-gateway-id': 'default',
  };
  return new Request(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Typical first requests, each as a function that sends it. */
const ways: Readonly<Record<string, () => Promise<Response>>> = {
  'POST /zones/{id}/token_validation/config': () =>
    mock.fetch(
      post(`/zones/${zoneId}/token_validation/config`, {
        title: 'Shop',
        description: 'Tokens of the shop',
        token_type: 'JWT',
        token_sources: ['http.request.headers["authorization"][0]'],
        credentials: { keys: [key] },
      }),
    ),
  'POST /accounts/{id}/ai/v1/chat/completions': () =>
    mock.fetch(
      post(`/accounts/${accountId}/ai/v1/chat/completions`, {
        model: '@cf/meta/llama-3.1-8b-instruct',
        messages: [{ role: 'user', content: 'Name a colour.' }],
      }),
    ),
  'GET of a page of a zone': () => mock.edge(new Request(`http://${zoneName}/`)),
};

/** Files of this project with a function that ran since coverage was last taken. */
async function filesThatRan(session: Session): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result.filter(hasRun).flatMap(({ url }) => {
    const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
    return /^(?:mock|spec)\//.test(file) ? [file] : [];
  });
}

const hasRun = ({ functions }: Profiler.ScriptCoverage) =>
  functions.some(({ ranges: [range] }) => range !== undefined && range.count > 0);

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
for (const [name, send] of Object.entries(ways)) {
  await (await send()).text();
  await filesThatRan(session);
  const response = await send();
  await response.text();
  const files = await filesThatRan(session);
  console.log(`${name} (${response.status}): ${files.length} files`);
  if (values.list) console.log(files.map((file) => `  ${file}`).join('\n'));
}
session.disconnect();
await mock.quit();
