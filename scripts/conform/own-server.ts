import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { writeWebhookCertificate } from '../certificates.ts';
import { firstLine } from '../first-line.ts';
import { serveFixtureSite } from '../fixture-site.ts';
import { shortRun } from './short-run.ts';

/** A server of this project that suites are held against. */
export interface OwnServer {
  /** File that describes it, for `conform --target`. */
  readonly target: string;
  /** PEM file of the receiver of webhooks, for `conform --webhook-certificate`. */
  readonly certificate: string;
  readonly pid: number;
}

/** Flags of `serve` for what the suites ask beside what it has by itself. */
export const everything: readonly string[] = [
  '--import-http',
  '--objects-auth',
  'both',
  '--bindings',
  fileURLToPath(new URL('../../fixtures/worker/wrangler.jsonc', import.meta.url)),
];

/** What such a server can be asked beside what it says itself. */
export const everyFeature: readonly string[] = ['disposable', 'http-imports'];

/**
 * Starts `serve` on this runtime, in free ports, with the fixture site as the origin of its zone and webhooks allowed
 * to this machine. The server ends with `use`.
 *
 * @param serverFlags flags of `serve` beside those
 */
export async function withOwnServer<T>(
  serverFlags: readonly string[],
  use: (server: OwnServer) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-'));
  const site = await serveFixtureSite({ port: 0 });
  const certificate = join(folder, 'webhook.pem');
  await writeWebhookCertificate(certificate);
  const webhooks = ['--webhook-allow-host', '127.0.0.1', '--webhook-ca', certificate];
  const flags = ['--port', '0', '--json', '--zone-origin', site.url, ...webhooks, ...serverFlags];
  const program = join(import.meta.dirname, '..', 'touchstone.ts');
  const server = spawn(process.execPath, [...runtimeFlags(), program, 'serve', ...flags], {
    env: { ...shortRun, ...process.env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C in a terminal reaches the run alone, which then tidies up in the server.
    detached: true,
  });
  const end = () => void server.kill('SIGTERM');
  process.once('exit', end);
  try {
    const target = join(folder, 'target.json');
    await writeFile(target, await firstLine(server.stdout));
    return await use({ target, certificate, pid: server.pid ?? 0 });
  } finally {
    process.off('exit', end);
    end();
    if (server.exitCode === null) await once(server, 'exit');
    await site.close();
    await rm(folder, { recursive: true });
  }
}

/** What Deno is told before the name of a program. */
const runtimeFlags = () => ('Deno' in globalThis ? ['run', '--no-prompt', '--allow-all'] : []);
