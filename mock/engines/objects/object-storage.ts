/** What a storage is asked to remember: a name that stands for one thing, and what is to be known of it. */
export interface Note {
  readonly name: string;
  readonly text: string;
}

/** Bytes on their way in, out of everybody's sight until they are kept. */
export interface IncomingBlob {
  /** Takes a copy of a piece. */
  write(piece: Uint8Array): void | Promise<void>;
  /**
   * Keeps what was written.
   *
   * @returns the name that it is read by: letters, digits and dashes
   */
  keep(): Promise<string>;
  /** Leaves nothing of it. */
  discard(): Promise<void>;
}

/**
 * Where objects are kept: in memory, in a folder, on a server. A storage knows bytes (blobs) by names that it gives,
 * and notes by names that it is given; what belongs together is the business of who uses it, and of one at a time.
 */
export interface ObjectStorage {
  /** All notes; called once, before anything else. */
  load(): Promise<readonly Note[]>;
  /** Keeps a note in the place of the one of that name: the one or the other is there, whatever happens. */
  keepNote(note: Note): Promise<void>;
  dropNote(name: string): Promise<void>;

  /** @param size how many bytes will come, where that is known */
  receive(size?: number): IncomingBlob;
  /** Bytes of a blob that is kept; nothing is read that nobody asks for. */
  read(blob: string, offset: number, length: number): AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Lets go of a blob that nobody reads any more. */
  dropBlob(blob: string): Promise<void>;
  /** Lets go of all blobs but these: of what a crash has left. */
  keepOnly(blobs: ReadonlySet<string>): Promise<void>;

  /**
   * Another storage with what is kept now, which goes its own way from here; left out where that would mean to copy
   * all bytes.
   */
  copy?(): ObjectStorage;
  /** Leaves nothing. */
  destroy(): Promise<void>;
}
