import { createRandom } from '../../../suites/harness/repeat.ts';
import { type Fault, operators } from './find-faults.ts';

/**
 * Draws faults, one operator after another, from the files with the fewest so far: a long file is drawn as often as a
 * short one.
 *
 * @param seed makes the same order again while the files stay the same
 */
export function* drawFaults(faults: readonly Fault[], seed: number): Generator<Fault, void> {
  const random = createRandom(seed);
  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const drawn = new Map<string, number>();
  const getDrawn = (file: string) => drawn.get(file) ?? 0;
  const left = new Map(
    operators.map((operator) => {
      const own = faults.filter((fault) => fault.operator === operator);
      return [operator, Map.groupBy(own, ({ file }) => file)];
    }),
  );
  while (left.size > 0) {
    for (const [operator, files] of left) {
      const fewest = Math.min(...[...files.keys()].map(getDrawn));
      const file = one([...files.keys()].filter((name) => getDrawn(name) === fewest));
      const ofFile = file === undefined ? [] : (files.get(file) ?? []);
      const fault = one(ofFile);
      if (file === undefined || !fault) {
        left.delete(operator);
        continue;
      }
      drawn.set(file, getDrawn(file) + 1);
      const others = ofFile.filter((other) => other !== fault);
      if (others.length > 0) files.set(file, others);
      else files.delete(file);
      yield fault;
    }
  }
}
