import { expect, it } from 'vitest';
import { type Fault, findFaults } from './find-faults.ts';
import { createReach } from './reach.ts';

const faultIn = (file: string) => findFaults(file, 'const x = 1;').faults[0] as Fault; // it has two
const [used, kept, table, idle] = ['used', 'kept', 'table', 'idle'].map((name) => faultIn(`mock/${name}.ts`));
const faults = [used, kept, table, idle].filter((fault) => fault !== undefined);
const files = faults.map(({ file }) => file);
/** The number of a file, and that of its fault. */
const [file, place] = [
  (name: string) => files.indexOf(`mock/${name}.ts`),
  (name: string) => files.length + file(name),
];

/** The file `idle` only exports `table`, and is imported where it is used. */
const withImports: Readonly<Record<string, readonly string[]>> = {
  'mock/table.ts': ['mock/idle.ts'],
  'mock/idle.ts': ['mock/used.ts'],
};

const getReach = createReach({
  files,
  faults,
  importers: (name) => withImports[name] ?? [],
  loaded: new Set(files),
  atStart: new Set([place('kept'), place('table')]),
  tests: [
    {
      id: 'wide: goes everywhere',
      duration_ms: 50,
      passed: true,
      reached: [
        [file('used'), 1],
        [file('kept'), 99],
        [place('used'), 1],
      ],
    },
    {
      id: 'near: works there',
      duration_ms: 50,
      passed: true,
      reached: [
        [file('used'), 99],
        [file('kept'), 1],
        [place('used'), 7],
      ],
    },
    {
      id: 'wrong: fails anyway',
      duration_ms: 50,
      passed: false,
      reached: [
        [file('used'), 99],
        [place('used'), 7],
      ],
    },
    {
      id: 'long: works there for a minute',
      duration_ms: 60_000,
      passed: true,
      reached: [
        [file('used'), 99],
        [place('used'), 7],
      ],
    },
  ],
});
const reach = (name: string) => getReach(faults[file(name)] as Fault); // each has one

it('chooses the tests that reach a fault, first those that do most of their work in its file', () => {
  expect(reach('used')).toEqual({ tests: ['near: works there', 'wide: goes everywhere'], left: 1 });
});

it('chooses the tests that reach the file if its fault is only reached at the start', () => {
  expect(reach('kept')?.tests).toEqual(['wide: goes everywhere', 'near: works there']);
});

it('chooses the tests that reach importers of a file without functions', () => {
  expect(reach('table')?.tests).toEqual(['near: works there', 'wide: goes everywhere']);
});

it('chooses none if nothing reaches a fault', () => {
  expect(reach('idle')).toBeNull();
});
