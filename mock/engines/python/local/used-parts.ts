/** Bytes of what is looked at together: as much as most machines map at once. */
const pieceBytes = 4_096;

/** Says of each piece of memory whether there is anything in it but zeros. */
export function usedPieces(memory: ArrayBufferLike): readonly boolean[] {
  const words = new Int32Array(memory);
  const step = pieceBytes / 4;
  return Array.from({ length: Math.ceil(words.length / step) }, (_, piece) =>
    words.subarray(piece * step, (piece + 1) * step).some((word) => word !== 0),
  );
}

/**
 * Where the parts begin and end, in turn, that make memory what it became: those with anything in them, and those in
 * which there was something before. What is left out is zero and was zero, and so needs no memory until it is used.
 */
export function usedParts(before: readonly boolean[], after: readonly boolean[]): readonly number[] {
  const parts: number[] = [];
  for (const [piece, isUsed] of after.entries()) {
    const from = piece * pieceBytes;
    if (!isUsed && !before[piece]) continue;
    if (parts.at(-1) === from) parts.pop();
    else parts.push(from);
    parts.push(from + pieceBytes);
  }
  return parts;
}
