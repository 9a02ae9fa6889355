import { BytesReader } from '../bytes-reader.ts';
import { type Mp3Frame, readMp3Frame } from './mp3-frame.ts';

/** An MP3 file as its frames. */
export interface Mp3 {
  /** Seconds. */
  readonly duration: number;
  /** Those that hold sound. */
  readonly frames: readonly { readonly at: number; readonly frame: Mp3Frame }[];
}

/** How far into a file the first frame is looked for. */
const searched = 65_536;

/** Reads the frames of an MP3 file, of constant or variable bit rate; `undefined` for a file that has none. */
export function decodeMp3(bytes: Uint8Array): Mp3 | undefined {
  const reader = new BytesReader(bytes);
  const start = firstFrame(reader);
  if (start === undefined) return undefined;
  const frames: { at: number; frame: Mp3Frame }[] = [];
  let samples = 0;
  let rate = 0;
  for (let at = start; ; ) {
    const frame = readMp3Frame(reader, at);
    if (frame === undefined || at + frame.size > bytes.length) break;
    if (frames.length > 0 || samples > 0 || !isIndex(reader, at, frame)) {
      frames.push({ at, frame });
      samples += frame.granules * 576;
      rate = frame.sampleRate;
    }
    at += frame.size;
  }
  return frames.length === 0 ? undefined : { duration: samples / rate, frames };
}

/** Where the first frame is: after an ID3 tag, and followed by a frame of its kind or by the end. */
function firstFrame(reader: BytesReader): number | undefined {
  const start = id3Size(reader);
  for (let at = start; at < Math.min(reader.length, start + searched); at++) {
    const frame = readMp3Frame(reader, at);
    if (frame === undefined) continue;
    const end = at + frame.size;
    if (end === reader.length || reader.has('TAG', end)) return at;
    if (readMp3Frame(reader, end)?.sampleRate === frame.sampleRate) return at;
  }
  return undefined;
}

/** Bytes of an ID3v2 tag, whose size has seven bits to a byte. */
function id3Size(reader: BytesReader): number {
  if (!reader.has('ID3', 0)) return 0;
  return [6, 7, 8, 9].reduce((size, at) => size * 128 + ((reader.u8(at) ?? 0) & 127), 0) + 10;
}

/** Whether a frame holds no sound but an index of the file, as variable bit rates have. */
function isIndex(reader: BytesReader, at: number, frame: Mp3Frame): boolean {
  const side = at + 4 + (frame.hasCrc ? 2 : 0);
  const tag = side + frame.sideInfo;
  return reader.has('Xing', tag) || reader.has('Info', tag) || reader.has('VBRI', side + 32);
}
