import { fromBase64, toBase64 } from '../engines/models/base64.ts';
import type { Change } from './state/change.ts';
import type { ChangeLog, KeptPart } from './state/change-log.ts';
import type { KeptNode } from './state/kept-node.ts';

/** A picture that an answer links to. */
export interface KeptPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

/** Maximum bytes per account, and the number of pictures to keep regardless of size. */
const most = { bytes: 256 * 1024 * 1024, pictures: 8 } as const;

/** The pictures of one account that answers link to; the oldest are dropped first. */
export class PictureShelf implements KeptPart {
  readonly #pictures = new Map<string, KeptPicture>();
  #bytes = 0;
  #log: ChangeLog | undefined;

  put(id: string, picture: KeptPicture): void {
    this.remove(id);
    this.#pictures.set(id, picture);
    this.#bytes += picture.bytes.length;
    this.#log?.put(id, toJson(picture), () => this.remove(id));
    for (const oldest of this.#pictures.keys()) {
      if (this.#bytes <= most.bytes || this.#pictures.size <= most.pictures) break;
      this.remove(oldest);
    }
  }

  get(id: string): KeptPicture | undefined {
    return this.#pictures.get(id);
  }

  remove(id: string): void {
    const picture = this.#pictures.get(id);
    if (!picture) return;
    this.#bytes -= picture.bytes.length;
    this.#pictures.delete(id);
    this.#log?.remove(id, () => this.put(id, picture));
  }

  /** Captures the current state; the returned function restores it. */
  snapshot(): () => void {
    const pictures = [...this.#pictures];
    return () => {
      for (const id of [...this.#pictures.keys()]) this.remove(id);
      for (const [id, picture] of pictures) this.put(id, picture);
    };
  }

  keepIn(log: ChangeLog): void {
    this.#log = log;
  }

  *changes(path: string): Generator<Change> {
    for (const [id, picture] of this.#pictures) yield [path, id, toJson(picture)];
  }

  load(kept: KeptNode): void {
    kept.each((record, id) => {
      // It was written by `toJson`.
      const { base64, mediaType } = record as ReturnType<typeof toJson>;
      this.put(id, { bytes: fromBase64(base64), mediaType });
    });
  }
}

const toJson = ({ bytes, mediaType }: KeptPicture) => ({ base64: toBase64(bytes), mediaType });
