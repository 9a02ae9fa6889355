import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../spec/contract.ts';
import { referenceFolder, referencePages, unshown } from '../docs/reference.ts';

// Pages are rendered by a real browser, which is unpacked and started first.
describe('the reference', { timeout: 240_000 }, () => {
  let pages: ReadonlyMap<string, string>;
  beforeAll(async () => {
    pages = await referencePages();
  }, 240_000);

  it('is what the contract says, and what the mock answers (touchstone record reference writes it anew)', () => {
    const stale = [...pages].filter(([name, page]) => {
      const file = join(referenceFolder, name);
      return !existsSync(file) || readFileSync(file, 'utf8') !== page;
    });
    expect(stale.map(([name]) => name)).toEqual([]);
  });

  it('shows every operation with an exchange that took place', () => {
    expect(unshown(pages)).toEqual([]);
    const shown = [...pages.values()].flatMap((page) =>
      [...page.matchAll(/^### (.+)$/gm)].map(([, id]) => id),
    );
    expect(shown.sort()).toEqual(Object.keys(contract).sort());
  });
});
