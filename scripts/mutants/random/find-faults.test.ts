import { expect, it } from 'vitest';
import { drawFaults } from './draw.ts';
import { type Fault, findFaults } from './find-faults.ts';
import { listener, withProbes } from './probe.ts';
import { readSources } from './sources.ts';

const getFaults = (source: string) =>
  findFaults('mock/one.ts', source).faults.map(
    ({ operator, before, after }) => `${operator}: ${before} -> ${after}`,
  );

it.each([
  [
    'if (a === 1) f();',
    ['negate: a === 1 -> !(a === 1)', 'force: a === 1 -> true', 'force: a === 1 -> false'],
  ],
  ['while (a < b) c();', ['negate: a < b -> !(a < b)', 'force: a < b -> false', 'bound: a < b -> (a <= b)']],
  ['const x = a && b && c;', ['logic: a && b -> (a || b)', 'logic: a && b && c -> (a && b || c)']],
  ['const x = a ?? b;', ['logic: a ?? b -> (a)']],
  ['await f?.(x);', ['call: await f?.(x); -> ;']],
  ['throw error;', ['statement: throw error; -> ;']],
  ['const f = () => [a];', ['return: [a] -> []']],
  ['const f = () => { return !a; };', ['return: !a -> a']],
  ["const x = { key: 'text' };", ["text: 'text' -> ''"]],
  ['const x = 3;', ['number: 3 -> 4', 'number: 3 -> 2']],
  ['const x = a - b;', ['arithmetic: a - b -> (a + b)']],
  ['const x = false;', ['flag: false -> true']],
])('finds the faults of %s', (source, faults) => {
  expect(getFaults(source)).toEqual(expect.arrayContaining(faults));
});

it.each([
  "import { a } from './a.ts';",
  "export * from './a.ts';",
  "type A = 'one' | 2 | true;",
  "interface A { 'a-b': string }",
  'while (true) {}',
])('finds no fault in %s', (source) => {
  expect(getFaults(source)).toEqual([]);
});

it('reports the place of a fault', () => {
  const source = '// first\n  const x = 1; // here\n';
  expect(findFaults('mock/one.ts', source).faults[0]).toMatchObject({
    file: 'mock/one.ts',
    line: 2,
    context: 'const x = 1; // here',
    column: 10,
    start: source.indexOf('1;'),
  });
});

it('makes faults of the mock that still compile', () => {
  const sources = readSources();
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const drawn = drawFaults(
    sources.flatMap(({ faults }) => faults),
    1,
  );
  for (const { file, start, end, after } of drawn.take(200)) {
    const text = texts.get(file) ?? '';
    findFaults(file, text.slice(0, start) + after + text.slice(end));
  }
});

it('reports the places of faults that are reached, and changes nothing else', () => {
  const source = `
    const twice = (n) => n < 0 ? -(-n * 2) : n * 2;
    function sum(list) {
      let all = 0;
      for (const one of list) if (one !== 5 && one < 9) all += twice(one);
      return all;
    }`;
  const found = findFaults('mock/one.ts', source);
  const probed = found.faults.map((fault, index) => ({ fault, number: index + 1 }));
  const reached = new Set<number>();
  Object.assign(globalThis, { [listener]: (number: number) => reached.add(number) });
  const sum = new Function(`${withProbes(source, found, 0, probed)}; return sum;`)();
  const isReached = ({ fault }: { fault: Fault; number: number }) => fault.before === '-n * 2';
  expect(sum([1, 5, 3])).toBe(8);
  const inner = probed.filter(isReached).map(({ number }) => number);
  expect(inner.filter((number) => reached.has(number))).toEqual([]);
  expect(reached.size).toBeGreaterThan(10);
  expect(sum([-4])).toBe(-8);
  expect(inner.every((number) => reached.has(number))).toBe(true);
  Reflect.deleteProperty(globalThis, listener);
});
