import { expect, it } from 'vitest';
import { withServedMock } from './served-mock.ts';

/** Bytes that a mock may use after many requests: its own hundred and fifty million, the journal, and garbage. */
const mostMemory = 700_000_000;

it('keeps its memory stable under all kinds of requests', { timeout: 900_000 }, () =>
  withServedMock([], async ({ info, ask, memory }) => {
    const configs = `/zones/${info.zone_id}/token_validation/config`;
    const json = { 'content-type': 'application/json' };
    const large = JSON.stringify({ title: 'x'.repeat(5_000_000) });
    const refused = async () => {
      const answer = await ask(configs, { method: 'POST', headers: json, body: large });
      expect(answer.status).toBe(400);
      await answer.body?.cancel();
    };
    const small = async () => {
      const answer = await ask(configs, {
        method: 'POST',
        headers: json,
        body: `{"title":"${'y'.repeat(20_000)}"}`,
      });
      expect(answer.status).toBe(400);
      await answer.body?.cancel();
    };
    const figures: number[] = [];
    for (let round = 0; round < 6; round++) {
      for (let count = 0; count < 100; count++) await refused();
      for (let count = 0; count < 500; count++) await Promise.all(Array.from({ length: 8 }, small));
      figures.push(await memory());
    }
    console.log(
      `resident memory after each round, in MB: ${figures.map((bytes) => Math.round(bytes / 1e6)).join(', ')}`,
    );
    expect(Math.max(...figures)).toBeLessThan(mostMemory);
    // It is stable: the second half exceeds the first by no more than garbage.
    expect(Math.min(...figures.slice(3))).toBeLessThan(Math.max(...figures.slice(0, 3)) + 100_000_000);
  }),
);
