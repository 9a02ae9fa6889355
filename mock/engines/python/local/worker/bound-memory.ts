/** Bytes of a page of WebAssembly. */
const pageBytes = 65_536;

/** Lets no memory of WebAssembly grow above a number of bytes: Python then raises `MemoryError`. */
export function boundMemory(bytes: number): void {
  const { prototype } = WebAssembly.Memory;
  const grow = prototype.grow;
  const bounded = function grow_(this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * pageBytes > bytes) throw new RangeError('too much memory');
    return Reflect.apply(grow, this, [pages]);
  };
  Object.defineProperty(prototype, 'grow', { value: bounded, configurable: false, writable: false });
}
