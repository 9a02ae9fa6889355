import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { touchstone, touchstoneConform } from '../build/packages.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/dependencies.md'), 'utf8');

/** The lines of the first table: name, range, and the other cells. */
const rows = [...page.matchAll(/^\| (\S+) `([^`]+)` \|(.*)\|$/gm)].map(
  ([, name = '', range = '', rest = '']) => ({
    name,
    range,
    cells: rest.split('|').map((cell) => cell.trim()),
  }),
);

describe('docs/dependencies.md', () => {
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const ranges: Readonly<Record<string, string>> = {
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
  };

  it('names exactly the dependencies of package.json, with their ranges', () => {
    expect(rows.map(({ name, range }) => `${name} ${range}`).sort()).toEqual(
      Object.entries(ranges)
        .map(([name, range]) => `${name} ${range}`)
        .sort(),
    );
  });

  it('says where each belongs, what it is for, who keeps it, when it was released and its licence', () => {
    const incomplete = rows.filter(({ cells }) => {
      const [part, purpose, , , , keeper, release, licence] = cells;
      const isDated = /^20\d\d-(?:0[1-9]|1[0-2])$|^2024 or before$/.test(release ?? '');
      return !(part && purpose && keeper && isDated && licence);
    });
    expect(incomplete).toEqual([]);
  });

  it('says which libraries a project installs with each package; all others are built in, with their size', () => {
    const installedWith = (part: string) =>
      rows.filter(({ cells }) => cells[0]?.includes(`${part}, installed`)).map(({ name }) => name);
    const both = installedWith('both');
    expect([...installedWith('touchstone'), ...both].sort()).toEqual([...touchstone.installed].sort());
    expect([...installedWith('conform'), ...both].sort()).toEqual([...touchstoneConform.installed].sort());
    const builtIn = rows.filter(
      ({ name, cells }) => name in dependencies && !/^\w+, installed$/.test(cells[0] ?? ''),
    );
    expect(builtIn.filter(({ cells }) => !/^\d+ kB$/.test(cells[2] ?? ''))).toEqual([]);
  });

  it('gives the reason of each pinned version, and of no other', () => {
    const pinned = rows.filter(({ range }) => /^\d/.test(range)).map(({ name }) => name);
    const explained = rows.filter(({ cells }) => / Pinned: \S/.test(cells[1] ?? '')).map(({ name }) => name);
    expect(explained).toEqual(pinned);
  });

  it('explains each library that sleeps', () => {
    const asleep = rows.filter(({ cells }) => cells[6] === '2024 or before').map(({ name }) => name);
    expect(asleep.filter((name) => !new RegExp(`^\\| ${name} \\| \\S`, 'm').test(page))).toEqual([]);
  });
});
