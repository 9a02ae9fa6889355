const width = 128;
const height = 96;

/** A PNG file of a red disc on white. */
export async function redDisc(): Promise<Uint8Array<ArrayBuffer>> {
  const { encode } = await import('fast-png');
  const data = new Uint8Array(width * height * 3).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inside = (x - width / 2) ** 2 + (y - height / 2) ** 2 < 30 ** 2;
      if (inside) data.set([220, 20, 20], (y * width + x) * 3);
    }
  }
  return new Uint8Array(encode({ width, height, data, channels: 3, depth: 8 }));
}
