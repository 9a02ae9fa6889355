import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requirementById } from '../../spec/requirements.ts';
import { allMutants } from './all.ts';
import { getLayer, getPatches } from './mutant.ts';

const root = join(import.meta.dirname, '..', '..');
const texts = new Map<string, string>();

function getText(file: string): string {
  const known =
    texts.get(file) ?? (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
  texts.set(file, known);
  return known;
}

describe('the wrong servers', () => {
  it('replace texts that occur in their files exactly once', () => {
    const wrong = allMutants.flatMap((mutant) =>
      getPatches(mutant).flatMap(({ file, replace }) => {
        const times = getText(file).split(replace).length - 1;
        return times === 1 ? [] : [`${mutant.id}: ${times} times in ${file}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('each have a patch of their own', () => {
    const first = new Map<string, string>();
    const shared = allMutants.flatMap((mutant) => {
      const patch = JSON.stringify(getPatches(mutant).map(({ file, replace, by }) => [file, replace, by]));
      const other = first.get(patch);
      if (patch !== '[]' && other === undefined) first.set(patch, mutant.id);
      return other === undefined ? [] : [`${mutant.id} is ${other}`];
    });
    expect(shared).toEqual([]);
  });

  it('violate existing requirements', () => {
    expect(allMutants.filter(({ requirement }) => requirementById(requirement) === undefined)).toEqual([]);
  });

  it('change the code that does the work at least as often as the contract and the exchanges', () => {
    const outside = allMutants.filter((mutant) => ['exchange', 'contract'].includes(getLayer(mutant)));
    expect(outside.length * 2).toBeLessThanOrEqual(allMutants.length);
  });
});
