import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requirementById } from '../spec/requirements.ts';
import { coverageGaps } from './coverage.ts';
import { createCatalogue } from './harness/catalogue.ts';
import type { Test } from './harness/suite.ts';
import { limitTables, mockRules, staleRules } from './rules.ts';

const spec = join(import.meta.dirname, '..', 'spec');

describe('the rules of the mock', () => {
  const rules = mockRules();

  it('are each named by a requirement, or excused in writing', () => {
    const silent = rules.filter(({ requirements, excuse }) => requirements.length === 0 && excuse === null);
    expect(silent.map(({ name }) => name)).toEqual([]);
    for (const { excuse } of rules) if (excuse !== null) expect(excuse).toMatch(/^[A-Z].{20,}\.$/);
  });

  it('are named by requirements that exist', () => {
    const unknown = rules.flatMap(({ name, requirements }) =>
      requirements.filter((id) => requirementById(id) === undefined).map((id) => `${name}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  it('have no entry that names none of them', () => {
    expect(staleRules()).toEqual([]);
  });

  it('are those of every table of limits in the contract', () => {
    const tables = readdirSync(spec, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.startsWith('vectors'))
      .flatMap((file) => [
        ...readFileSync(join(spec, file), 'utf8').matchAll(/^export const (\w*Limits) = \{/gm),
      ])
      .map(([, name]) => name);
    expect(tables.length).toBeGreaterThan(15);
    expect([...tables].sort()).toEqual(Object.keys(limitTables).sort());
  });
});

describe('coverage', () => {
  const rest = { level: 'must', sentence: 'It holds.', passage: 'a.md', certainty: 'seed' } as const;
  const ids = ['A-B-1', 'A-B-2', 'A-B-3', 'A-B-4'] as const;
  const catalogue = createCatalogue(ids.map((id) => ({ id, ...rest })));
  const test = (title: string, requirements: readonly string[], more: Partial<Test> = {}): Test => ({
    title,
    requirements,
    run: () => {},
    ...more,
  });

  it('names what lacks its counterpart, in each direction', () => {
    const tests = [
      test('proves', ['A-B-1']),
      test('is disabled', ['A-B-2'], { disabled: 'not yet' }),
      test('proves nothing', []),
      test('proves what is not there', ['A-B-1', 'A-B-9']),
    ];
    const rules = [
      { name: 'failure a', requirements: ['A-B-1'], excuse: null },
      { name: 'failure b', requirements: ['A-B-9'], excuse: null },
      { name: 'limit c', requirements: [], excuse: null },
      { name: 'limit d', requirements: [], excuse: 'Nobody promises it.' },
    ];
    expect(coverageGaps([{ name: 's', tests }], catalogue, { 'A-B-4': 'Nobody can.' }, rules)).toEqual({
      untested: ['A-B-2', 'A-B-3'],
      unbound: ['s: proves nothing', 's: proves what is not there'],
      unnamed: ['failure b', 'limit c'],
    });
  });
});
