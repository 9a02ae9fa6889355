import { match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { version } from '../../../mock/assembly/version.ts';
import { infoSchema } from '../../../spec/services/touchstone/schemas.ts';
import { firstLine } from '../../first-line.ts';
import type { Project } from './projects.ts';
import { run } from './run.ts';

/** A few that need nothing of a target but its API, and nothing optional. */
const suites = ['v4/envelope', 'token-validation/configurations', 'inference/chat-streams'];

/** The message about a missing optional package, which names the package to install. */
const missing = [/python: .*npm install pyodide/s, /picture: 503 .*puppeteer-core/s];

/** Loads each entry point of an installed package. @throws Error if one fails */
export async function tryDoors(project: Project): Promise<void> {
  const { folder, runtime, touchstone, env, complete } = project;
  const settings = { cwd: folder, env };
  match(await run([...touchstone, '--version'], settings), new RegExp(`^${version}\\s*$`));
  match(await run([...runtime, 'doors.mjs'], settings), /^ok$/m);
  const optional = await run([...runtime, 'optional.mjs'], settings);
  for (const words of complete ? [/python: real/, /picture: real/] : missing) match(optional, words);
  await serveAndJudge(project);
}

async function serveAndJudge({ folder, touchstone, env }: Project): Promise<void> {
  const [program = '', ...args] = touchstone;
  const server = spawn(program, [...args, 'serve', '--port', '0', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  try {
    const { api, edge, api_token } = infoSchema.parse(JSON.parse(await firstLine(server.stdout)));
    const curl = (...asked: string[]) => run(['curl', '-sS', '--fail', ...asked], { cwd: folder });
    const verified = await curl('-H', `Authorization: Bearer ${api_token}`, `${api}/user/tokens/verify`);
    match(verified, /"status":"active"/);
    match(await curl('-H', 'touchstone-host: shop.example.localhost', `${edge}/lamps`), /shop\.example/);
    const judged = ['conform', String(api), '--strict', '--allow-partial', '--only', ...suites];
    match(await run([...touchstone, ...judged], { cwd: folder, env }), /passed/);
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  }
}
