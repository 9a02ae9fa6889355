import { type Fault, type Operator, operators } from './find-faults.ts';

/** A fault, and its position in the order of its file's faults. */
interface Turn {
  readonly fault: Fault;
  readonly turn: number;
  readonly order: number;
}

/**
 * Draws faults, one operator after another: first one fault per file, then a second one by another operator, so that a
 * long file is drawn as often as a short one. The order within a file depends on that file alone, so a change to other
 * files does not affect it.
 *
 * @param seed the same seed draws the same faults
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
    // An operator that few files have comes early in those files.
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
