/** Bytes of what is looked at together: as much as most machines map at once. */
const pieceBytes = 4_096;

/** Says of each piece of memory whether it is another than it was at first; what has grown since was zero. */
export function changedPieces(first: ArrayBufferLike, memory: ArrayBufferLike): readonly boolean[] {
  const [was, is] = [new Int32Array(first), new Int32Array(memory)];
  const step = pieceBytes / 4;
  return Array.from({ length: Math.ceil(is.length / step) }, (_, piece) => {
    const from = piece * step;
    return is.subarray(from, from + step).some((word, at) => word !== (was[from + at] ?? 0));
  });
}

/**
 * Where the parts begin and end, in turn, that make memory what it became: those which changed, and those which had
 * changed before and changed back. What is left out is as it is in all new memory of the module.
 */
export function changedParts(before: readonly boolean[], after: readonly boolean[]): readonly number[] {
  const parts: number[] = [];
  for (const [piece, isChanged] of after.entries()) {
    const from = piece * pieceBytes;
    if (!isChanged && !before[piece]) continue;
    if (parts.at(-1) === from) parts.pop();
    else parts.push(from);
    parts.push(from + pieceBytes);
  }
  return parts;
}

/** The parts of memory, one after the other. */
export function joinedParts(memory: Uint8Array, parts: readonly number[]): SharedArrayBuffer {
  const joined = new Uint8Array(new SharedArrayBuffer(bytesOf(parts)));
  let at = 0;
  for (const [from, to] of pairsOf(parts)) {
    joined.set(memory.subarray(from, to), at);
    at += to - from;
  }
  return joined.buffer;
}

/** Puts the parts where they were. */
export function restoreParts(memory: Uint8Array, parts: readonly number[], joined: SharedArrayBuffer): void {
  let at = 0;
  for (const [from, to] of pairsOf(parts)) {
    memory.set(new Uint8Array(joined, at, to - from), from);
    at += to - from;
  }
}

/** How many bytes the parts have together. */
export const bytesOf = (parts: readonly number[]): number =>
  pairsOf(parts).reduce((sum, [from, to]) => sum + to - from, 0);

const pairsOf = (parts: readonly number[]): (readonly [number, number])[] =>
  Array.from({ length: parts.length >> 1 }, (_, pair) => [parts[pair * 2] ?? 0, parts[pair * 2 + 1] ?? 0]);
