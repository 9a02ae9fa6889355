import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalSummary } from '../../../spec/services/touchstone/events.ts';
import { requestLogLimits as limits } from '../../../spec/services/touchstone/request-log.ts';
import { RequestLog, type RequestLogParts } from './request-log.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const request = (id: number, status = 200) => ({ status, summary: () => ({ id }) as JournalSummary });

/** A log with one number for each request, and what it has written. */
function createLog(parts: Partial<RequestLogParts> = {}) {
  const written: string[] = [];
  const log = new RequestLog({
    format: { request: ({ id }) => `${id} `, dropped: (count) => `(${count}) ` },
    wants: () => true,
    write: async (text) => {
      written.push(text);
      return true;
    },
    ...parts,
  });
  return { log, written };
}

const soon = () => vi.advanceTimersByTimeAsync(limits.intervalMs);

describe('RequestLog', () => {
  it('writes the requests of a moment together, in order', async () => {
    const { log, written } = createLog();
    log.start();
    for (const id of [1, 2, 3]) log.add(request(id));
    expect(written).toEqual([]);
    await soon();
    log.add(request(4));
    await soon();
    expect(written).toEqual(['1 2 3 ', '4 ']);
  });

  it('keeps what comes before its start', async () => {
    const { log, written } = createLog();
    log.add(request(1));
    await soon();
    expect(written).toEqual([]);
    log.start();
    await soon();
    expect(written).toEqual(['1 ']);
  });

  it('leaves out what is not wanted', async () => {
    const { log, written } = createLog({ wants: (status) => status >= 400 });
    log.start();
    for (const [id, status] of [200, 404, 304].entries()) log.add(request(id, status));
    await log.end();
    expect(written).toEqual(['1 ']);
  });

  it('spends a limited time on each write', async () => {
    const { log, written } = createLog({
      format: {
        request({ id }) {
          const end = performance.now() + limits.workMs;
          while (performance.now() < end);
          return `${id} `;
        },
        dropped: () => '',
      },
    });
    log.start();
    for (const id of [1, 2, 3]) log.add(request(id));
    await soon();
    await soon();
    expect(written).toEqual(['1 ', '2 ']);
    await log.end();
    expect(written.at(-1)).toBe('3 ');
  });

  it('ends a write after a number of characters', async () => {
    const { log, written } = createLog({ characters: 3 });
    log.start();
    for (const id of [1, 2, 3]) log.add(request(id));
    await soon();
    await soon();
    expect(written).toEqual(['1 2 ', '3 ']);
    for (const id of [4, 5, 6]) log.add(request(id));
    await log.end();
    expect(written.slice(2)).toEqual(['4 5 ', '6 ']);
  });

  it('counts requests where there are too many, and says so in their place', async () => {
    const { log, written } = createLog();
    log.start();
    for (let id = 1; id <= limits.waiting + 5; id++) log.add(request(id));
    await log.end();
    expect(written.join('')).toMatch(new RegExp(` ${limits.waiting} \\(5\\) $`));
  });

  it('writes nothing else before its reader has come along, and goes on behind the gap', async () => {
    const written: string[] = [];
    const { promise, resolve: read } = Promise.withResolvers<void>();
    const { log } = createLog({
      async write(text) {
        if (written.push(text) === 1) await promise;
        return true;
      },
    });
    log.start();
    log.add(request(1));
    await soon();
    for (let id = 2; id <= limits.waiting + 4; id++) log.add(request(id));
    await soon();
    expect(written).toEqual(['1 ']);
    read();
    await soon();
    log.add(request(9999));
    await log.end();
    expect(written.join('')).toMatch(new RegExp(` ${limits.waiting + 1} \\(3\\) 9999 $`));
  });

  it('only counts a request whose explanation fails', async () => {
    const { log, written } = createLog();
    log.start();
    log.add(request(1));
    const summary = () => {
      throw new Error('no explanation');
    };
    log.add({ status: 500, summary });
    await log.end();
    expect(written).toEqual(['1 (1) ']);
  });

  it('is silent once nobody reads', async () => {
    const write = vi.fn(async () => false);
    const { log } = createLog({ write });
    log.start();
    for (const id of [1, 2]) {
      log.add(request(id));
      await soon();
    }
    await log.end();
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('ends although its reader has stopped', async () => {
    const { log } = createLog({ write: () => new Promise(() => {}) });
    log.start();
    log.add(request(1));
    await soon();
    const ended = log.end();
    await vi.advanceTimersByTimeAsync(limits.endMs);
    await expect(ended).resolves.toBeUndefined();
  });
});
