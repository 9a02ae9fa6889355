/** The storage format of one channel's samples. */
export interface SampleFormat {
  /** The WAV codec number: 1 for integers, 3 for floating point, 6 for A-law, 7 for µ-law. */
  readonly tag: number;
  /** Bits of a sample. */
  readonly bits: number;
  /** Samples a second. */
  readonly sampleRate: number;
}

/** Codecs other than plain integers have a longer header, which includes the number of samples. */
const plainTag = 1;

/** A WAV file of one channel around encoded samples. */
export function wavFile(
  samples: Uint8Array,
  { tag, bits, sampleRate }: SampleFormat,
): Uint8Array<ArrayBuffer> {
  const frame = bits / 8;
  const extra = tag === plainTag ? 0 : 14;
  const head = 44 + extra;
  const file = new Uint8Array(head + samples.length + (samples.length % 2));
  const view = new DataView(file.buffer);
  const ascii = (at: number, text: string) => {
    for (let index = 0; index < text.length; index++) file[at + index] = text.charCodeAt(index);
  };
  ascii(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  ascii(8, 'WAVEfmt ');
  // The longer header ends with the length of its extension, which is 0.
  view.setUint32(16, extra === 0 ? 16 : 18, true);
  view.setUint16(20, tag, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frame, true);
  view.setUint16(32, frame, true);
  view.setUint16(34, bits, true);
  if (extra > 0) {
    ascii(38, 'fact');
    view.setUint32(42, 4, true);
    view.setUint32(46, samples.length / frame, true);
  }
  ascii(head - 8, 'data');
  view.setUint32(head - 4, samples.length, true);
  file.set(samples, head);
  return file;
}
