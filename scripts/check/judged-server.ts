import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { writeWebhookCertificate } from '../certificates.ts';
import { firstLine } from '../first-line.ts';
import { serveFixtureSite } from '../fixture-site.ts';
import { commands, thisRuntime } from './runtimes.ts';
import { shortRun } from './short-run.ts';

const root = resolve(import.meta.dirname, '../..');

/** A server of ours that suites are held against. */
export interface JudgedServer {
  /** File that describes it, for `conform --target`. */
  readonly target: string;
  /** PEM file of the receiver of webhooks, for `conform --webhook-certificate`. */
  readonly certificate: string;
  readonly pid: number;
}

/** Starts a server on this runtime, with the fixture site as its origin, and ends it when it is not needed any more. */
export async function withJudgedServer<T>(
  serverFlags: readonly string[],
  use: (server: JudgedServer) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-'));
  const site = await serveFixtureSite({ port: 0 });
  const certificate = join(folder, 'webhook.pem');
  await writeWebhookCertificate(certificate);
  const webhooks = ['--webhook-allow-host', '127.0.0.1', '--webhook-ca', certificate];
  const flags = ['--port', '0', '--json', '--zone-origin', site.url, ...webhooks, ...serverFlags];
  const [program = '', ...args] = commands[thisRuntime];
  const server = spawn(program, [...args, 'scripts/touchstone.ts', 'serve', ...flags], {
    cwd: root,
    env: { ...shortRun, ...process.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const target = join(folder, 'target.json');
    await writeFile(target, await firstLine(server.stdout));
    return await use({ target, certificate, pid: server.pid ?? 0 });
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    await site.close();
    await rm(folder, { recursive: true });
  }
}
