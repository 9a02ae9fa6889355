import { constants, createInflate } from 'node:zlib';

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

/** The bytes that are left of the target, and of the source. */
type Left = readonly [target: number, source: number] & Uint32Array;

/**
 * Inflates small zlib streams with one zlib that is used again and again: a pack may have a million of them, and to
 * set one up for each takes most of the time.
 *
 * @returns what gives nothing where something is not as it should be, for the caller to find out what; it is nothing
 *   itself where the runtime does not have what it needs
 */
export function smallInflater():
  | ((source: Uint8Array, offset: number, size: number) => Inflated | undefined)
  | undefined {
  const stream: { readonly _handle?: Partial<Handle>; readonly _writeState?: unknown } = createInflate();
  const { _handle: handle, _writeState: state } = stream;
  const isComplete =
    typeof handle?.reset === 'function' &&
    typeof handle.writeSync === 'function' &&
    state instanceof Uint32Array &&
    state.length === 2;
  if (!isComplete) return undefined;
  const zlib = handle as Handle; // its two functions are there, and the third is set here
  const left = state as Left; // it is as long as that
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
    zlib.writeSync(constants.Z_FINISH, source, offset, length, target, 0, target.length);
    if (hasFailed || left[0] !== 1) return undefined;
    return { data: target.subarray(0, size), end: source.length - left[1] };
  };
}
