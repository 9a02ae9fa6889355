/** Bytes that pieces which nobody needs any more may hold, roughly. */
const everyBytes = 67_108_864;

/**
 * Has Bun collect what pieces of large objects leave behind while they pass: it learns late how many bytes hang on them,
 * and would hold hundreds of megabytes where many clients send at once. The other runtimes see to it by themselves.
 *
 * @returns is told of the bytes that have passed
 */
export function collectPieces(
  collect: (() => void) | undefined = typeof Bun === 'undefined' ? undefined : () => Bun.gc(true),
): (bytes: number) => void {
  let passed = 0;
  return (bytes) => {
    passed += bytes;
    if (passed < everyBytes) return;
    passed = 0;
    collect?.();
  };
}
