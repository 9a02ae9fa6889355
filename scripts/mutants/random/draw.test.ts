import { expect, it } from 'vitest';
import { drawFaults } from './draw.ts';
import { isEquivalent, readEquivalents } from './equivalents.ts';
import { operators } from './find-faults.ts';
import { readSources } from './sources.ts';

const sources = readSources();
const faults = sources.flatMap((source) => source.faults);

it('draws the same faults again, and others with another seed', () => {
  const draw = (seed: number) => [...drawFaults(faults, seed).take(50)];
  expect(draw(1)).toEqual(draw(1));
  expect(draw(2)).not.toEqual(draw(1));
});

it('draws the same faults of a file when others change', () => {
  const changed = faults.filter(({ file }) => !file.startsWith('mock/engines/'));
  const before = [...drawFaults(faults, 1).take(400)].filter(({ file }) => !file.startsWith('mock/engines/'));
  const after = new Set([...drawFaults(changed, 1)].slice(0, 600));
  expect(before.filter((fault) => after.has(fault)).length).toBeGreaterThan(before.length * 0.9);
});

it('draws each operator equally often, and no file again before all others', () => {
  const drawn = [...drawFaults(faults, 3).take(operators.length * 20)];
  for (const operator of operators) expect(drawn.filter((one) => one.operator === operator)).toHaveLength(20);
  expect(new Set(drawn.map(({ file }) => file)).size).toBeGreaterThan(drawn.length * 0.9);
});

it('draws everything once', () => {
  const few = faults.slice(0, 300);
  expect(new Set(drawFaults(few, 1))).toEqual(new Set(few));
});

it('knows equivalent faults by existing places', () => {
  const gone = readEquivalents().filter((known) => !faults.some((fault) => isEquivalent(known, fault)));
  expect(gone).toEqual([]);
});
