import { type Fault, type Operator, operators } from './find-faults.ts';

/** A fault of a file, and its place in the order in which that file's faults are drawn. */
interface Turn {
  readonly fault: Fault;
  readonly turn: number;
  readonly order: number;
}

/**
 * Draws faults, each operator in its turn: of each file one, then of each a second one by another operator, so that a
 * long file is drawn as often as a short one. Which fault of a file comes when depends on that file alone: a change to
 * some files changes what is drawn of these, and leaves the others.
 *
 * @param seed draws the same faults again
 */
export function* drawFaults(faults: readonly Fault[], seed: number): Generator<Fault, void> {
  const random = (...parts: readonly (string | number)[]) =>
    Number(Bun.hash(parts.join('\0'), seed)) / 2 ** 64;
  const filesWith = new Map(
    operators.map((operator) => {
      const own = faults.filter((fault) => fault.operator === operator);
      return [operator, new Set(own.map(({ file }) => file)).size] as const;
    }),
  );
  const turns: Turn[] = [];
  for (const [file, own] of Map.groupBy(faults, (fault) => fault.file)) {
    // An operator that few files have comes early where there is one.
    const rank = (operator: Operator) => random(file, operator) * (filesWith.get(operator) ?? 0);
    const byOperator = [...Map.groupBy(own, ({ operator }) => operator)].sort(
      ([a], [b]) => rank(a) - rank(b),
    );
    for (const [place, [, list]] of byOperator.entries()) {
      const key = ({ context, column, before, after }: Fault) => random(file, context, column, before, after);
      for (const [index, fault] of sortedBy(list, key).entries()) {
        const turn = index * byOperator.length + place;
        turns.push({ fault, turn, order: turn + random(file, turn) });
      }
    }
  }
  const queues = Map.groupBy(
    sortedBy(turns, ({ order }) => order),
    ({ fault }) => fault.operator,
  );
  for (let at = 0; [...queues.values()].some((queue) => at < queue.length); at++) {
    for (const operator of operators) {
      const next = queues.get(operator)?.[at];
      if (next) yield next.fault;
    }
  }
}

function sortedBy<T>(list: readonly T[], key: (item: T) => number): T[] {
  return list
    .map((item) => ({ item, value: key(item) }))
    .sort((a, b) => a.value - b.value)
    .map(({ item }) => item);
}
