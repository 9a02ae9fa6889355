import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requirementById } from '../spec/requirements.ts';
import { limitTables, mockRules, staleRules } from './rules.ts';

const spec = join(import.meta.dirname, '..', 'spec');

describe('the rules of the mock', () => {
  const rules = mockRules();

  it('each have a requirement or a written excuse', () => {
    const silent = rules.filter(({ requirements, excuse }) => requirements.length === 0 && excuse === null);
    expect(silent.map(({ name }) => name)).toEqual([]);
    for (const { excuse } of rules) if (excuse !== null) expect(excuse).toMatch(/^[A-Z].{20,}\.$/);
  });

  it('have only existing requirements', () => {
    const unknown = rules.flatMap(({ name, requirements }) =>
      requirements.filter((id) => requirementById(id) === undefined).map((id) => `${name}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  it('have no entry without a rule', () => {
    expect(staleRules()).toEqual([]);
  });

  it('include every table of limits in the contract', () => {
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
