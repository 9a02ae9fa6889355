/** Numbers that are compared, because to count digits would take longer: most packs hold a few objects. */
const mostCompared = 4_096;

/** The numbers 0 to `count` - 1, in the order of their keys of 32 bits; equal keys keep their order. */
export function radixOrder(count: number, keys: Uint32Array): Uint32Array {
  let order = Uint32Array.from({ length: count }, (_, at) => at);
  if (count <= mostCompared) return order.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
  let sorted = new Uint32Array(count);
  for (const shift of [0, 16]) {
    const starts = new Uint32Array(65_537);
    for (let at = 0; at < count; at++) {
      const digit = ((keys[at] ?? 0) >>> shift) & 0xffff;
      starts[digit + 1] = (starts[digit + 1] ?? 0) + 1;
    }
    for (let digit = 1; digit < 65_537; digit++)
      starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
    for (let at = 0; at < count; at++) {
      const entry = order[at] ?? 0;
      const digit = ((keys[entry] ?? 0) >>> shift) & 0xffff;
      const place = starts[digit] ?? 0;
      sorted[place] = entry;
      starts[digit] = place + 1;
    }
    [order, sorted] = [sorted, order];
  }
  return order;
}
