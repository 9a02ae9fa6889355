import { ConformanceFailure } from './errors.ts';

export type PictureType = 'png' | 'jpeg' | 'webp';

/** What a picture says of itself before any pixel. */
export interface PictureHeader {
  readonly type: PictureType;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether its pixels can be transparent. */
  readonly alpha: boolean;
}

/** The content type of each format. */
export const pictureTypes: Readonly<Record<PictureType, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/**
 * Reads format and size of a PNG, JPEG or WebP file from its first bytes.
 *
 * @throws ConformanceFailure when it is none of them, or is cut off within its header
 */
export function pictureHeader(bytes: Uint8Array): PictureHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const read = readers.find(({ magic }) => magic(bytes))?.read;
    if (read) return read(view);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ConformanceFailure(`the picture is cut off after ${bytes.length} bytes`, { cause });
  }
  const start = [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  throw new ConformanceFailure(`the picture is no PNG, JPEG or WebP: it starts with ${start || 'nothing'}`);
}

interface Reader {
  readonly magic: (bytes: Uint8Array) => boolean;
  readonly read: (view: DataView) => PictureHeader;
}

const starts = (bytes: Uint8Array, text: string, at = 0) =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));

const readers: readonly Reader[] = [
  { magic: (bytes) => starts(bytes, '\x89PNG\r\n\x1a\n'), read: pngHeader },
  { magic: (bytes) => starts(bytes, '\xff\xd8\xff'), read: jpegHeader },
  { magic: (bytes) => starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8), read: webpHeader },
];

/** PNG, section 11.2.1: the first chunk is IHDR. Colour types 4 and 6 have alpha. */
function pngHeader(view: DataView): PictureHeader {
  const alpha = (view.getUint8(25) & 4) !== 0;
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20), alpha };
}

/** ITU-T T.81, B.2.2: the size is in the frame header, a marker from C0 to CF that is no table. */
function jpegHeader(view: DataView): PictureHeader {
  for (let at = 2; ; ) {
    const marker = view.getUint16(at);
    if (marker < 0xff00) throw new ConformanceFailure(`the JPEG picture has no marker at byte ${at}`);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) {
      return {
        type: 'jpeg',
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
        alpha: false,
      };
    }
    // A marker may be filled up with FF before it, and then has no length.
    at += marker === 0xffff ? 1 : 2 + view.getUint16(at + 2);
  }
}

/** RFC 9649, section 2: extended files say their size at once, simple ones in their only chunk. */
function webpHeader(view: DataView): PictureHeader {
  const chunk = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  const u24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (chunk === 'VP8X') {
    const alpha = (view.getUint8(20) & 0x10) !== 0;
    return { type: 'webp', width: u24(24) + 1, height: u24(27) + 1, alpha };
  }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    const [width, height] = [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    return { type: 'webp', width, height, alpha: ((bits >>> 28) & 1) === 1 };
  }
  if (chunk !== 'VP8 ') throw new ConformanceFailure(`the WebP picture starts with a chunk ${chunk}`);
  const [width, height] = [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  return { type: 'webp', width, height, alpha: false };
}
