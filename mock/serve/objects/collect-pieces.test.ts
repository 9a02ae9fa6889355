import { describe, expect, it } from 'vitest';
import { collectPieces } from './collect-pieces.ts';

describe('collectPieces', () => {
  it('collects once for every 64 MiB that have passed', () => {
    let collections = 0;
    const passed = collectPieces(() => {
      collections += 1;
    });
    for (let megabytes = 0; megabytes < 63; megabytes++) passed(1_048_576);
    expect(collections).toBe(0);
    for (let megabytes = 0; megabytes < 66; megabytes++) passed(1_048_576);
    expect(collections).toBe(2);
  });
});
