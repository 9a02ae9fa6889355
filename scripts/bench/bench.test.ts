import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { getRatios, writeRows } from './rows.ts';
import { load } from './servers.ts';
import { measureTokens } from './tokens.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/performance.md'), 'utf8');

describe('the bench', () => {
  it('measures a row of its page', async () => {
    const rows = await measureTokens('', 1);
    expect(rows.flatMap(getRatios)).toEqual([expect.any(Number)]);
    // It takes the place of the row, and is no new one.
    expect(writeRows(page, rows).split('\n')).toHaveLength(page.split('\n').length);
  });

  it('leaves the rows of its page that were not measured as they are', () => {
    expect(writeRows(page, [])).toBe(page);
  });

  // Processor time is that of Linux.
  it.runIf(process.platform === 'linux')('sends requests of which no two are alike', async () => {
    const bodies = new Set<string>();
    const server = createServer(async (request, response) => {
      bodies.add(`${request.url} ${Buffer.concat(await Array.fromAsync(request))}`);
      response.end();
    }).listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`; // It listens on TCP.
      const request = (number: number) =>
        ({ method: 'POST', path: `/${number}`, body: `${number}` }) as const;
      expect(await load({ url, pid: process.pid }, 200, request)).toBeGreaterThan(0);
      expect(bodies.size).toBe(200);
    } finally {
      server.close();
    }
  });
});
