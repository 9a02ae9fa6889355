import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { writeWebhookCertificate } from '../certificates.ts';
import { findProgram } from '../find-program.ts';
import { firstLine } from '../first-line.ts';
import { serveFixtureSite } from '../fixture-site.ts';
import { shortRun } from './short-run.ts';

/** A server of this project to run the suites against. */
export interface OwnServer {
  /** File that describes the server, for `conform --target`. */
  readonly target: string;
  /** PEM file of the webhook receiver, for `conform --webhook-certificate`. */
  readonly certificate: string;
  readonly pid: number;
  /** Base URL of the server. */
  readonly url: string;
}

/** Flags of `serve` that turn on everything the suites test. */
export const everything: readonly string[] = [
  '--import-http',
  '--objects-auth',
  'both',
  '--bindings',
  fileURLToPath(new URL('../../fixtures/worker/wrangler.jsonc', import.meta.url)),
];

/** Features that such a server has but does not report. */
export const everyFeature: readonly string[] = ['http-imports'];

/**
 * Starts `serve` on this runtime and on free ports. The fixture site is the origin of its zone, and webhooks may reach
 * this machine. The server stops when `use` ends.
 *
 * @param serverFlags more flags of `serve`
 */
export async function withOwnServer<T>(
  serverFlags: readonly string[],
  use: (server: OwnServer) => Promise<T>,
): Promise<T> {
  const program = getServer();
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-'));
  const site = await serveFixtureSite({ port: 0 });
  const certificate = join(folder, 'webhook.pem');
  await writeWebhookCertificate(certificate);
  const webhooks = ['--webhook-allow-host', '127.0.0.1', '--webhook-ca', certificate];
  const flags = ['--port', '0', '--json', '--zone-origin', site.url, ...webhooks, ...serverFlags];
  const server = spawn(process.execPath, [...program, 'serve', ...flags], {
    env: { ...shortRun, ...process.env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C in a terminal reaches the run alone, which then cleans up in the server.
    detached: true,
  });
  const end = () => void server.kill('SIGTERM');
  process.once('exit', end);
  try {
    const target = join(folder, 'target.json');
    const line = await firstLine(server.stdout);
    await writeFile(target, line);
    const { api }: { readonly api: string } = JSON.parse(line);
    return await use({ target, certificate, pid: server.pid ?? 0, url: new URL(api).origin });
  } finally {
    process.off('exit', end);
    end();
    if (server.exitCode === null) await once(server, 'exit');
    await site.close();
    await rm(folder, { recursive: true });
  }
}

/**
 * The arguments with which this runtime runs the program with the server: of this clone, or of the package `touchstone`.
 * An executable file is that program itself.
 *
 * @throws TouchstoneError if it is not installed
 */
function getServer(): readonly string[] {
  if ('Bun' in globalThis && Bun.isStandaloneExecutable) return [];
  const runtimeFlags = 'Deno' in globalThis ? ['run', '--no-prompt', '--allow-all'] : [];
  const ofClone = new URL('../touchstone.ts', import.meta.url);
  if (existsSync(ofClone)) return [...runtimeFlags, fileURLToPath(ofClone)];
  const found = findProgram('touchstone');
  if (found !== undefined) return [...runtimeFlags, found];
  throw new TouchstoneError(
    'target-missing',
    "No target given: name the base URL of an API, or install this project's server to judge it: npm install --save-dev touchstone msw",
  );
}
