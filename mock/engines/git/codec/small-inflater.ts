/** Bytes up to which setting up a zlib stream costs more than what it does. */
const most = 65_536;

/** What came out of a stream, and where it ended. */
export interface Inflated {
  readonly data: Uint8Array;
  readonly end: number;
}

/**
 * What Bun, Deno and Node have behind a zlib stream. None of them documents it, so nothing is done with it unless it
 * is all there.
 */
interface Handle {
  reset(): void;
  writeSync(
    flush: number,
    source: Uint8Array,
    offset: number,
    length: number,
    target: Uint8Array,
    targetOffset: number,
    targetLength: number,
  ): void;
  onerror: (...said: unknown[]) => void;
}

interface Hidden {
  readonly _handle?: Partial<Handle>;
  readonly _writeState?: unknown;
}

/** The bytes that are left of the target, and then of the source. */
interface Left {
  readonly 0: number;
  readonly 1: number;
}

/**
 * Inflates small zlib streams with one zlib that is used again and again: a pack may have a million of them, and to
 * set one up for each takes most of the time.
 *
 * @param stream an inflating one of the runtime, for nobody else to use
 * @param finish the runtime's number for input that is all there
 * @returns what gives nothing where something is not as it should be, for the caller to find out what; it is nothing
 *   itself where the runtime does not have what it needs
 */
export function smallInflater(
  stream: object,
  finish: number,
): ((source: Uint8Array, offset: number, size: number) => Inflated | undefined) | undefined {
  // Nothing is taken for there before it was looked at.
  const { _handle: handle, _writeState: state } = stream as Hidden;
  const isComplete =
    typeof handle?.reset === 'function' &&
    typeof handle.writeSync === 'function' &&
    state instanceof Uint32Array &&
    state.length === 2;
  if (!isComplete) return undefined;
  const zlib = handle as Handle; // its two functions are there, and the third is set here
  const left = state as Uint32Array & Left; // it is as long as that
  let hasFailed = false;
  zlib.onerror = () => {
    hasFailed = true;
  };
  return (source, offset, size) => {
    if (size > most) return undefined;
    // One byte more than there should be, so that it is noticed when there is more.
    const target = new Uint8Array(size + 1);
    hasFailed = false;
    zlib.reset();
    const length = source.length - offset;
    zlib.writeSync(finish, source, offset, length, target, 0, target.length);
    if (hasFailed || left[0] !== 1) return undefined;
    return { data: target.subarray(0, size), end: source.length - left[1] };
  };
}
