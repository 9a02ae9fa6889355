import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Info, infoSchema } from '../../spec/services/touchstone/schemas.ts';
import { encodePng } from '../../suites/harness/picture.ts';
import { buildExecutable } from '../executable.ts';
import { firstLine } from '../first-line.ts';
import { type EmptyRoot, makeEmptyRoot } from './testing/empty-root.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-executable-test-'));
let root: EmptyRoot;
let server: ChildProcess;
let info: Info;

beforeAll(async () => {
  const file = join(folder, 'touchstone');
  await buildExecutable(file);
  root = makeEmptyRoot(file);
  server = root.start(['serve', '--port', '0', '--json', '--state', '/tmp/state']);
  if (!server.stdout) throw new Error('the server has no output');
  const line = await firstLine(server.stdout);
  writeFileSync(join(root.folder, 'tmp', 'target.json'), line);
  info = infoSchema.parse(JSON.parse(line));
}, 300_000);

afterAll(async () => {
  server?.kill('SIGKILL');
  if (server?.exitCode === null && server.signalCode === null) await once(server, 'exit');
  root?.remove();
  rmSync(folder, { recursive: true });
});

/** Calls an operation of the account with the full-access token. */
function askAccount(path: string, body: object) {
  const headers = {
    authorization: `Bearer ${info.api_token}`,
    'content-type': 'application/json',
    'cf-aig-gateway-id': 'default',
  };
  return fetch(`${info.api}/accounts/${info.account_id}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
}

/** A path at the root of the server, as a browser asks for it. */
const open = (path: string) => fetch(new URL(path, info.api ?? ''), { headers: { accept: 'text/html,*/*' } });

// Only Linux has what the empty root is made with.
describe.runIf(process.platform === 'linux')('the executable file in an empty root', () => {
  it('answers the API and the traffic of a zone', async () => {
    const headers = { authorization: `Bearer ${info.api_token}` };
    const verified = await fetch(`${info.api}/user/tokens/verify`, { headers });
    expect((await verified.json()).result.status).toBe('active');
    const page = await fetch(info.edge ?? '', { headers: { 'touchstone-host': `api.${info.zone_name}` } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('reached the origin')]);
  });

  it('runs models, also those that read a picture in a thread', async () => {
    const messages = [{ role: 'user', content: 'Hello' }];
    const chat = await askAccount('/ai/v1/chat/completions', { model: 'openai/gpt-5', messages });
    expect((await chat.json()).choices[0].message.content).toContain('Hello');
    const side = 1200;
    const pixels = new Uint8Array(side * side * 4).fill(200);
    const image = [...(await encodePng({ width: side, height: side, pixels }))];
    const seen = await askAccount('/ai/run/@cf/llava-hf/llava-1.5-7b-hf', { image, prompt: 'What is it?' });
    expect([seen.status, (await seen.json()).success]).toEqual([200, true]);
  });

  it('runs SQL, in a process of its own', async () => {
    const made = await askAccount('/d1/database', { name: 'notes' });
    const { uuid } = (await made.json()).result;
    const asked = await askAccount(`/d1/database/${uuid}/query`, { sql: 'SELECT 1 AS one' });
    expect((await asked.json()).result[0].results).toEqual([{ one: 1 }]);
  });

  it('serves a repository to a Git client', async () => {
    const made = await askAccount('/artifacts/namespaces/default/repos', { name: 'notes' });
    const { remote, token } = (await made.json()).result;
    const git = (...args: readonly string[]) =>
      promisify(execFile)('git', ['-c', `http.extraHeader=Authorization: Bearer ${token}`, ...args], {
        cwd: folder,
      });
    await git('init', '-q', '-b', 'main', 'mine');
    writeFileSync(join(folder, 'mine', 'readme.txt'), 'Hello');
    const me = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    await git('-C', 'mine', 'add', '.');
    await git('-C', 'mine', ...me, 'commit', '-q', '-m', 'Begin');
    await git('-C', 'mine', 'push', '-q', remote, 'main');
    await git('clone', '-q', remote, 'theirs');
    const { stdout } = await git('-C', 'theirs', 'show', 'HEAD:readme.txt');
    expect(stdout).toBe('Hello');
  });

  it('has the console and the reference, with every file of their pages', async () => {
    for (const [page, title] of [
      ['/', 'Touchstone console'],
      ['/docs', 'Touchstone'],
    ] as const) {
      const opened = await open(page);
      const html = await opened.text();
      expect([opened.status, html]).toEqual([200, expect.stringContaining(title)]);
      const files = Array.from(html.matchAll(/ (?:src|href)="([^"#]+)"/g), ([, path = '']) => path);
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) {
        const { status } = await open(new URL(file, opened.url).href);
        expect([file, status]).toEqual([file, 200]);
      }
    }
    const document = await (await open('/openapi.json')).json();
    expect(document.openapi).toMatch(/^3\.1/);
  });

  it('says which package is missing for pages and for Python', async () => {
    const page = await askAccount('/browser-rendering/content', { html: '<p>Hi' });
    expect(page.status).toBe(503);
    expect((await page.json()).errors[0].detail).toMatch(/^the executable file lacks puppeteer-core/);
    const run = await fetch(`${info.interpreter}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input: 'What is the 100th Fibonacci number?' }),
    });
    expect(await run.text()).toContain('the executable file lacks pyodide');
  });

  it('judges a server, and one that it starts itself', { timeout: 240_000 }, async () => {
    const { code, out } = await root.run([
      'conform',
      '--target',
      '/tmp/target.json',
      '--only',
      'user',
      'zones',
    ]);
    expect([code, out]).toEqual([0, expect.stringContaining('Verdict: conformant: user, zones')]);
    const chosen = [
      'user',
      'bindings/models',
      'markdown/constructs',
      'inference/transcripts',
      'inference/sound',
      'artifacts/repos',
    ];
    const own = await root.run(['conform', '--only', ...chosen, '--out', '/tmp/reports', '--allow-partial']);
    expect([own.code, own.out]).toEqual([0, expect.stringContaining('Report: /tmp/reports/report.html')]);
  });

  it('has the licences of what it contains', async () => {
    const { out } = await root.run(['licenses']);
    expect(out).toMatch(/^zod \d/m);
  });
});
