/** As much of a PNG as shows what it is. */
export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 9]);
/** As much of a JPEG as shows what it is. */
export const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
/** As much of an MP3 file as shows what it is. */
export const MP3 = new Uint8Array([0x49, 0x44, 0x33, 4]);

/** A WAV file of 8-bit samples, 8000 a second. */
export function wav(samples: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(44 + samples));
  const tag = (offset: number, text: string) => {
    for (const [index, character] of [...text].entries())
      view.setUint8(offset + index, character.charCodeAt(0));
  };
  tag(0, 'RIFF');
  tag(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint32(28, 8000, true);
  tag(36, 'data');
  view.setUint32(40, samples, true);
  return new Uint8Array(view.buffer);
}
