import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoad } from './load.ts';
import { interleave, perSecond, ratio, type Series } from './measure.ts';
import { authorization, configsPath, touchstoneCommand } from './peers.ts';
import type { Output, Processes } from './processes.ts';
import { createConfig } from './requests.ts';
import { figure, type Result, table } from './table.ts';

const connections = 16;
const requests = 5_000;

/**
 * Requests per second with the request log, and without it to the same kind of output. No two requests have the same
 * URL.
 */
export async function measureRequestLog(processes: Processes): Promise<string> {
  const headers = { authorization };
  const load = startLoad(processes);
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-log-'));
  let sent = 0;
  const start = async (mode: string, output: Output) => {
    const command = (port: number) => [...touchstoneCommand(port), '--log', mode];
    const { url } = await processes.serve(command, configsPath, headers, output);
    const path = `${configsPath}/${await createConfig(url)}?n=#######`;
    const port = Number(new URL(url).port);
    const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${authorization}\r\n\r\n`;
    return async () => {
      sent += requests;
      const { milliseconds } = await load.run({ port, request, connections, requests, from: sent });
      return perSecond(requests, milliseconds);
    };
  };
  try {
    const figures = await interleave(
      {
        none: await start('none', 'pipe'),
        pipe: await start('pretty', 'pipe'),
        json: await start('json', 'pipe'),
        file: await start('pretty', Bun.file(join(folder, 'requests.log'))),
        silentTerminal: await start('none', 'terminal'),
        terminal: await start('pretty', 'terminal'),
      },
      51,
      3,
    );
    const { none, silentTerminal } = figures;
    return table([
      row('--log pretty into a pipe', figures.pipe, none),
      row('--log pretty into a file', figures.file, none),
      row('--log pretty in a terminal', figures.terminal, silentTerminal),
      row('--log json into a pipe', figures.json, none),
    ]);
  } finally {
    await processes.stopAll();
    await rm(folder, { recursive: true, force: true });
  }
}

function row(name: string, logged: Series, silent: Series): Result {
  return {
    name,
    ours: `${figure(logged.median)} /s`,
    peer: `--log none: ${figure(silent.median)} /s`,
    ratio: ratio(logged, silent),
    target: { atLeast: 0.95 },
  };
}
