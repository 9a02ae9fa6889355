import { equal, match } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { version } from '../../../mock/assembly/version.ts';
import { infoSchema } from '../../../spec/services/touchstone/schemas.ts';
import { firstLine } from '../../first-line.ts';
import type { Project } from './projects.ts';
import { run } from './run.ts';

/** A few that need nothing of a target but its API, and nothing optional. */
const suites = ['v4/envelope', 'token-validation/configurations', 'inference/chat-streams'];

/** The messages about missing optional packages, with the command that installs them. */
const missing = [
  /python: .*npm install --save-dev pyodide@\d/s,
  /picture: 503 .*npm install --save-dev puppeteer-core@\d[\d.]* @sparticuz\/chromium@\d/s,
  /upstream: .*npm install --save-dev @ai-sdk\/openai-compatible@\d/s,
];

/** Loads each entry point of the installed `touchstone`, and serves. @throws Error if one fails */
export async function tryDoors(project: Project): Promise<void> {
  const { folder, runtime, touchstone, env, complete } = project;
  const settings = { cwd: folder, env };
  match(await run([...touchstone, '--version'], settings), new RegExp(`^${version}\\s*$`));
  match(await run([...runtime, 'doors.mjs'], settings), /^ok$/m);
  const optional = await run([...runtime, 'optional.mjs'], settings);
  for (const words of complete ? [/python: real/, /picture: real/, /upstream: real/] : missing)
    match(optional, words);
  await whileServed(project, async (api, edge, token) => {
    const curl = (...asked: string[]) => run(['curl', '-sS', '--fail', ...asked], { cwd: folder });
    const verified = await curl('-H', `Authorization: Bearer ${token}`, `${api}/user/tokens/verify`);
    match(verified, /"status":"active"/);
    match(await curl('-H', 'touchstone-host: shop.example.localhost', `${edge}/lamps`), /shop\.example/);
    match(await curl('-H', 'accept: text/html', new URL('/', api).href), /<script/);
    match(await curl(new URL('/console/console.js', api).href), /./);
  });
}

/** Loads each entry point of the installed `touchstone-conform`, and judges. @throws Error if one fails */
export async function tryConform(project: Project): Promise<void> {
  const { folder, runtime, touchstone, conform, env } = project;
  const settings = { cwd: folder, env };
  match(await run([...runtime, 'conform.mjs'], settings), /^ok$/m);
  const flags = ['--strict', '--allow-partial', '--only', ...suites];
  await whileServed(project, async (api) => {
    match(await run([...conform, api, ...flags], settings), /passed/);
    match(await run([...touchstone, 'conform', api, ...flags], settings), /passed/);
  });
  match(await run([...conform, ...flags], settings), /passed/);
}

/** Runs a command that must fail because the other package is missing. @throws Error unless it names that package */
export async function tryAlone(project: Project, command: readonly string[], missing: string): Promise<void> {
  const { folder, env } = project;
  const [program = '', ...args] = command;
  const { status, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  equal(status, 2, stderr);
  match(stderr, new RegExp(`npm install --save-dev ${missing}`));
}

async function whileServed(
  { folder, touchstone, env }: Project,
  use: (api: string, edge: string, token: string) => Promise<void>,
): Promise<void> {
  const [program = '', ...args] = touchstone;
  const server = spawn(program, [...args, 'serve', '--port', '0', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  try {
    const { api, edge, api_token } = infoSchema.parse(JSON.parse(await firstLine(server.stdout)));
    await use(String(api), String(edge), api_token);
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  }
}
