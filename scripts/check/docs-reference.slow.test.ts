import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../spec/contract.ts';
import {
  createReference,
  examplesFile,
  operationSections,
  type Reference,
  referenceFolder,
  toExamplesText,
} from '../docs/reference.ts';

// A real browser renders pages; it is unpacked and started first.
describe('the reference', { timeout: 240_000 }, () => {
  let pages: Reference['pages'];
  let examples: Reference['examples'];
  beforeAll(async () => {
    ({ pages, examples } = await createReference());
  }, 240_000);

  it('matches the contract and the answers of the mock (touchstone record reference updates it)', () => {
    const stale = [...pages].filter(([name, page]) => {
      const file = join(referenceFolder, name);
      return !existsSync(file) || readFileSync(file, 'utf8') !== page;
    });
    expect(stale.map(([name]) => name)).toEqual([]);
    expect(readFileSync(examplesFile, 'utf8') === toExamplesText(examples)).toBe(true);
  });

  it('shows every operation with a real exchange', () => {
    const sections = operationSections(pages);
    expect([...sections.keys()].sort()).toEqual(Object.keys(contract).sort());
    const unshown = [...sections].filter(([, section]) => !section.includes('**Example**'));
    expect(unshown.map(([id]) => id)).toEqual([]);
  });
});
