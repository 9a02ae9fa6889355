/** The bytes of a pack, wherever they are kept. */
export interface PackBytes {
  readonly size: number;
  /** Bytes from `offset` on, as many as are there of `length`; not to be changed. */
  slice(offset: number, length: number): Uint8Array;
  /** The same, but fewer where more would have to be copied together: whoever reads on saves memory with it. */
  part?(offset: number, length: number): Uint8Array;
}
