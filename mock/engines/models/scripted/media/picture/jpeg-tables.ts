/** Places of a block in the order of their frequency: ITU-T T.81, figure 5. */
export const zigzag: readonly number[] = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
];

/** How coarsely each place is kept (T.81, table K.1), at a fifth: about what is called quality 90. */
export const quantization: readonly number[] = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
].map((value) => Math.floor(value / 5));

/** A Huffman code as a file states it: how many codes of each length from 1 to 16, and what they stand for. */
export interface HuffmanTable {
  readonly counts: readonly number[];
  readonly values: readonly number[];
}

/** T.81, table K.3. */
export const dcTable: HuffmanTable = {
  counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
  values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
};

/** T.81, table K.5. */
export const acTable: HuffmanTable = {
  counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
  values:
    (
      '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a343536373839' +
      '3a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7' +
      'a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa'
    )
      .match(/../g)
      ?.map((pair) => Number.parseInt(pair, 16)) ?? [],
};

/** Code and its length in bits of each value. */
export interface HuffmanCodes {
  readonly codes: Uint16Array;
  readonly lengths: Uint8Array;
}

/** T.81, annex C: codes of one length follow each other, and each longer length goes on at twice the next. */
export function huffmanCodes({ counts, values }: HuffmanTable): HuffmanCodes {
  const codes = new Uint16Array(256);
  const lengths = new Uint8Array(256);
  let code = 0;
  let next = 0;
  for (const [i, count] of counts.entries()) {
    for (let n = 0; n < count; n++) {
      const value = values[next++] ?? 0;
      codes[value] = code++;
      lengths[value] = i + 1;
    }
    code <<= 1;
  }
  return { codes, lengths };
}
