import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoad } from './load.ts';
import { interleave, perSecond, ratio } from './measure.ts';
import { authorization, configsPath, touchstoneCommand } from './peers.ts';
import type { Processes, RunningServer } from './processes.ts';
import { createConfig } from './requests.ts';
import { figure, type Result, table } from './table.ts';

const requests = 5_000;

/** PATCH of one token configuration over loopback, with `--state` and in memory. */
export async function measureStateWrites(processes: Processes): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-state-'));
  try {
    return table(await measure(processes, folder));
  } finally {
    await processes.stopAll();
    await rm(folder, { recursive: true });
  }
}

async function measure(processes: Processes, folder: string): Promise<Result[]> {
  const headers = { authorization };
  const state = ['--state', join(folder, 'state')];
  const kept = await processes.serve((port) => [...touchstoneCommand(port), ...state], configsPath, headers);
  const inMemory = await processes.serve(touchstoneCommand, configsPath, headers);
  const load = startLoad(processes);
  let from = 0;

  const rate = async ({ url }: RunningServer, connections: number) => {
    const path = `${configsPath}/${await createConfig(url)}`;
    const port = Number(new URL(url).port);
    const body = '{"title":"Title #######","description":"A description as people write them"}';
    const request = [
      `PATCH ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${authorization}`,
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ].join('\r\n');
    return async () => {
      from += requests;
      const { milliseconds } = await load.run({ port, request, connections, requests, from });
      return perSecond(requests, milliseconds);
    };
  };
  const row = async (connections: number, name: string): Promise<Result> => {
    const { ours, memory } = await interleave(
      { ours: await rate(kept, connections), memory: await rate(inMemory, connections) },
      21,
      3,
    );
    return {
      name: `PATCH with --state, ${name}`,
      ours: `${figure(ours.median)} /s`,
      peer: `the same in memory: ${figure(memory.median)} /s`,
      ratio: ratio(ours, memory),
      target: { atLeast: 0.75 },
    };
  };
  return [await row(16, '16 connections'), await row(1, 'one connection')];
}
