import { byteWriter, type FontTable, trueTypeFont } from './sfnt.ts';

/** Font units per em, and the vertical extent of a glyph's square relative to the baseline. */
const em = 1000;
const ascent = 800;
const descent = -200;

/** Characters of the font, each a solid square; a blank has the same width without an outline. */
const ranges: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x391, 0x3a1],
  [0x3a3, 0x3c9],
  [0x400, 0x45f],
  [0x2010, 0x2027],
  [0x20ac, 0x20ac],
  [0x2190, 0x2193],
];
const blanks: ReadonlySet<number> = new Set([0x20, 0xa0]);

const glyph = { missing: 0, blank: 1, square: 2 } as const;
const glyphs = 3;

/**
 * Makes the test font. Every glyph is a full em square, 0.8 em above the baseline and 0.2 em below it. So a line of
 * text is a row of boxes whose edges follow from their sizes in any renderer.
 */
export function squareFont(): Uint8Array<ArrayBuffer> {
  const outline = squareOutline();
  const tables: FontTable[] = [
    ['OS/2', os2()],
    ['cmap', cmap()],
    // The missing glyph is a square too, the blank has no outline.
    ['glyf', byteWriter().bytes(outline).bytes(outline).done()],
    ['head', head()],
    ['hhea', hhea()],
    ['hmtx', metrics()],
    [
      'loca',
      byteWriter()
        .u32(0, outline.length, outline.length, outline.length * 2)
        .done(),
    ],
    ['maxp', byteWriter().u32(0x00010000).u16(glyphs, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0).done()],
    ['name', names()],
    // Version 3: no glyph names.
    ['post', byteWriter().u32(0x00030000, 0).u16(-100, 50).u32(1, 0, 0, 0, 0).done()],
  ];
  return trueTypeFont(tables);
}

/** One contour of four points on the curve, clockwise, as differences between points. */
function squareOutline(): Uint8Array {
  const onCurve = 1;
  const writer = byteWriter().u16(1, 0, descent, em, ascent, 3, 0);
  writer.bytes(Uint8Array.of(onCurve, onCurve, onCurve, onCurve));
  writer.u16(0, 0, em, 0).u16(descent, ascent - descent, 0, descent - ascent);
  return writer.done();
}

function head(): Uint8Array {
  const writer = byteWriter().u32(0x00010000, 0x00010000, 0, 0x5f0f3cf5);
  // Baseline and left side bearing at 0; a fixed creation time, so that the file never changes.
  writer.u16(0b11, em).u32(0, 0, 0, 0);
  // Long offsets in `loca`.
  return writer.u16(0, descent, em, ascent, 0, 8, 2, 1, 0).done();
}

const hhea = () =>
  byteWriter().u32(0x00010000).u16(ascent, descent, 0, em, 0, 0, em, 1, 0, 0, 0, 0, 0, 0, 0, glyphs).done();

function metrics(): Uint8Array {
  const writer = byteWriter();
  for (let index = 0; index < glyphs; index++) writer.u16(em, 0);
  return writer.done();
}

/** Format 4 for Windows and for Unicode: ranges of characters that all map into one list of glyphs. */
function cmap(): Uint8Array {
  const segments: readonly (readonly [number, number])[] = [...ranges].sort(([a], [b]) => a - b);
  const count = segments.length + 1;
  const log = Math.floor(Math.log2(count));
  const list = segments.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) =>
      blanks.has(first + index) ? glyph.blank : glyph.square,
    ),
  );
  const writer = byteWriter().u16(4, 16 + count * 8 + list.length * 2, 0, count * 2);
  writer.u16(2 ** log * 2, log, (count - 2 ** log) * 2);
  writer.u16(...segments.map(([, last]) => last), 0xffff, 0);
  writer.u16(...segments.map(([first]) => first), 0xffff);
  writer.u16(...segments.map(() => 0), 1);
  let before = 0;
  segments.forEach(([first, last], index) => {
    // Relative to the position of this number: the rest of its row, then the list up to the range.
    writer.u16((count - index + before) * 2);
    before += last - first + 1;
  });
  writer.u16(0, ...list);
  const subtable = writer.done();
  const tables = byteWriter().u16(0, 2, 0, 3).u32(20).u16(3, 1).u32(20);
  return tables.bytes(subtable).done();
}

function names(): Uint8Array {
  const texts: readonly (readonly [id: number, text: string])[] = [
    [1, 'Touchstone Square'],
    [2, 'Regular'],
    [3, 'Touchstone Square 1.0'],
    [4, 'Touchstone Square'],
    [5, 'Version 1.0'],
    [6, 'TouchstoneSquare'],
  ];
  const writer = byteWriter().u16(0, texts.length, 6 + texts.length * 12);
  let offset = 0;
  for (const [id, text] of texts) {
    // Windows, Unicode, English of the United States.
    writer.u16(3, 1, 0x409, id, text.length * 2, offset);
    offset += text.length * 2;
  }
  for (const [, text] of texts) writer.u16(...[...text].map((character) => character.charCodeAt(0)));
  return writer.done();
}

function os2(): Uint8Array {
  const all = ranges.flat();
  const writer = byteWriter().u16(4, em, 400, 5, 0);
  // Subscript, superscript, strikeout, family class.
  writer.u16(600, 600, 0, 100, 600, 600, 0, 400, 100, 300, 0);
  // No Panose class; Basic Latin to Latin Extended-A, Greek, Cyrillic; no vendor.
  writer.bytes(new Uint8Array(10)).u32(0b1010000111, 0, 0, 0).text('    ');
  // Regular, and the typographic metrics apply.
  writer.u16((1 << 6) | (1 << 7), Math.min(...all), Math.max(...all));
  writer.u16(ascent, descent, 0, ascent, -descent);
  return writer.u32(0b101, 0).u16(em, em, 0, 0x20, 0).done();
}
