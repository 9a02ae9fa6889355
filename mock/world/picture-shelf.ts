/** A picture that an answer links to. */
export interface KeptPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

/** Maximum bytes per account, and the number of pictures to keep regardless of size. */
const most = { bytes: 256 * 1024 * 1024, pictures: 8 } as const;

/** The pictures of one account that answers link to; the oldest are dropped first. */
export class PictureShelf {
  readonly #pictures = new Map<string, KeptPicture>();
  #bytes = 0;

  put(id: string, picture: KeptPicture): void {
    this.remove(id);
    this.#pictures.set(id, picture);
    this.#bytes += picture.bytes.length;
    for (const oldest of this.#pictures.keys()) {
      if (this.#bytes <= most.bytes || this.#pictures.size <= most.pictures) break;
      this.remove(oldest);
    }
  }

  get(id: string): KeptPicture | undefined {
    return this.#pictures.get(id);
  }

  remove(id: string): void {
    this.#bytes -= this.#pictures.get(id)?.bytes.length ?? 0;
    this.#pictures.delete(id);
  }

  /** Captures the current state; the returned function restores it. */
  snapshot(): () => void {
    const pictures = [...this.#pictures];
    return () => {
      for (const id of [...this.#pictures.keys()]) this.remove(id);
      for (const [id, picture] of pictures) this.put(id, picture);
    };
  }
}
