import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../spec/contract.ts';
import { referenceFolder, referencePages, unshown } from '../docs/reference.ts';

// A real browser renders pages; it is unpacked and started first.
describe('the reference', { timeout: 240_000 }, () => {
  let pages: ReadonlyMap<string, string>;
  beforeAll(async () => {
    pages = await referencePages();
  }, 240_000);

  it('matches the contract and the answers of the mock (touchstone record reference updates it)', () => {
    const stale = [...pages].filter(([name, page]) => {
      const file = join(referenceFolder, name);
      return !existsSync(file) || readFileSync(file, 'utf8') !== page;
    });
    expect(stale.map(([name]) => name)).toEqual([]);
  });

  it('shows every operation with a real exchange', () => {
    expect(unshown(pages)).toEqual([]);
    const shown = [...pages.values()].flatMap((page) =>
      [...page.matchAll(/^### (.+)$/gm)].map(([, id]) => id),
    );
    expect(shown.sort()).toEqual(Object.keys(contract).sort());
  });
});
