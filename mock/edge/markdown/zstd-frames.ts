import { edgeLimits } from '../../../spec/limits.ts';
import { OriginBodyError } from '../origin/origin-body.ts';

/** Most decoded bytes of a block: RFC 8878, section 3.1.1.2.4. */
const blockBytes = 131_072;

type Expected = 'magic' | 'skippable' | 'descriptor' | 'header' | 'block';

/**
 * Walks the frames and blocks of a `zstd` body as it arrives. Refuses input that would cost a decoder more than a page
 * is worth: a window above that of RFC 9659, endless blocks with a large window, and a body that ends in the middle of a
 * frame.
 *
 * @example
 * const frames = new ZstdFrames();
 * for await (const chunk of body) frames.read(chunk); // throws OriginBodyError
 * frames.end();
 */
export class ZstdFrames {
  #expected: Expected = 'magic';
  /** Bytes collected so far for the step in `#expected`, and how many it needs. */
  #gathered: number[] = [];
  #needed = 4;
  /** Bytes of content to skip before that. */
  #skipped = 0;
  #descriptor = 0;
  #window = 0;
  #work = 0;

  /**
   * @returns the offsets in this chunk at which a frame ends
   * @throws OriginBodyError
   */
  read(chunk: Uint8Array): number[] {
    const ends: number[] = [];
    let at = 0;
    while (at < chunk.length) {
      at += this.#skipped > 0 ? this.#skip(chunk.length - at) : this.#gather(chunk[at] ?? 0);
      if (this.#isBetweenFrames) ends.push(at);
    }
    return ends;
  }

  /** @throws OriginBodyError when a frame is not complete. */
  end(): void {
    if (!this.#isBetweenFrames) throw broken('it ends in the middle of a frame');
  }

  get #isBetweenFrames(): boolean {
    return this.#expected === 'magic' && this.#gathered.length === 0 && this.#skipped === 0;
  }

  #skip(available: number): number {
    const passed = Math.min(this.#skipped, available);
    this.#skipped -= passed;
    return passed;
  }

  #gather(byte: number): number {
    this.#gathered.push(byte);
    if (this.#gathered.length < this.#needed) return 1;
    const bytes = this.#gathered;
    this.#gathered = [];
    this.#take(bytes);
    return 1;
  }

  #take(bytes: readonly number[]): void {
    switch (this.#expected) {
      case 'magic':
        this.#takeMagic(littleEndian(bytes));
        break;
      case 'skippable':
        this.#skipped = littleEndian(bytes);
        this.#expect('magic', 4);
        break;
      case 'descriptor':
        this.#descriptor = bytes[0] ?? 0;
        this.#expect('header', this.#windowBytes + this.#dictionaryBytes + this.#contentBytes);
        break;
      case 'header':
        this.#window = this.#readWindow(bytes);
        if (this.#window > edgeLimits.zstdWindowBytes) throw broken('its window is larger than 8 MB');
        this.#move();
        this.#expect('block', 3);
        break;
      default:
        this.#takeBlock(littleEndian(bytes));
    }
  }

  #takeMagic(magic: number): void {
    if (magic === 0xfd2fb528) this.#expect('descriptor', 1);
    else if (magic >= 0x184d2a50 && magic <= 0x184d2a5f) this.#expect('skippable', 4);
    else throw broken('it has no frame where one should begin');
  }

  /** RFC 8878, section 3.1.1.2. */
  #takeBlock(header: number): void {
    const last = (header & 1) !== 0;
    const type = (header >> 1) & 3;
    const size = header >> 3;
    if (type === 3 || size > blockBytes) throw broken('it has a block of no known kind');
    this.#move();
    // A block that repeats one byte holds only that byte, whatever its decoded size.
    this.#skipped = type === 1 ? 1 : size;
    const hasChecksum = (this.#descriptor & 4) !== 0;
    if (last && hasChecksum) this.#skipped += 4;
    if (last) this.#expect('magic', 4);
    else this.#expect('block', 3);
  }

  #expect(expected: Expected, needed: number): void {
    this.#expected = expected;
    this.#needed = needed;
  }

  #move(): void {
    this.#work += this.#window;
    if (this.#work > edgeLimits.zstdWindowWork) throw broken('it has too many blocks');
  }

  get #singleSegment(): boolean {
    return (this.#descriptor & 0x20) !== 0;
  }

  get #windowBytes(): number {
    return this.#singleSegment ? 0 : 1;
  }

  get #dictionaryBytes(): number {
    return [0, 1, 2, 4][this.#descriptor & 3] ?? 0;
  }

  get #contentBytes(): number {
    const flag = this.#descriptor >> 6;
    return flag === 0 ? Number(this.#singleSegment) : 1 << flag;
  }

  /** RFC 8878, sections 3.1.1.1.2 and 3.1.1.1.4: the window of a single segment is its whole content. */
  #readWindow(bytes: readonly number[]): number {
    if (!this.#singleSegment) {
      const base = 2 ** (10 + ((bytes[0] ?? 0) >> 3));
      return base + (base / 8) * ((bytes[0] ?? 0) & 7);
    }
    const content = littleEndian(bytes.slice(this.#dictionaryBytes));
    return this.#contentBytes === 2 ? content + 256 : content;
  }
}

function littleEndian(bytes: readonly number[]): number {
  return bytes.reduceRight((value, byte) => value * 256 + byte, 0);
}

function broken(reason: string): OriginBodyError {
  return new OriginBodyError(`its zstd body can't be decoded: ${reason}`);
}
