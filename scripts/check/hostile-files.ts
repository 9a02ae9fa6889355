import { strToU8, Zlib, zipSync, zlibSync } from 'fflate';

/** A file that harms careless readers. */
export interface HostileFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const mebibyte = 1_048_576;
const toBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
const textFile = (name: string, text: string): HostileFile => ({ name, bytes: toBytes(strToU8(text)) });
const officeFile = (parts: Readonly<Record<string, Uint8Array>>) => toBytes(zipSync(parts));

/** Zeros, compressed with zlib. */
function deflatedZeros(mebibytes: number): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const deflate = new Zlib({ level: 9 }, (part) => parts.push(part));
  const zeros = new Uint8Array(mebibyte);
  for (let count = 1; count <= mebibytes; count++) deflate.push(zeros, count === mebibytes);
  return new Uint8Array(Buffer.concat(parts));
}

/** An archive whose one entry is listed any number of times, with a false size. */
function namedOften(entry: string, times: number, mebibytes: number): Uint8Array<ArrayBuffer> {
  const whole = zipSync({ [entry]: new Uint8Array(mebibytes * mebibyte) });
  const end = whole.length - 22;
  const start = new DataView(whole.buffer).getUint32(end + 16, true);
  const line = whole.slice(start, end);
  new DataView(line.buffer).setUint32(24, 1, true);
  const file = new Uint8Array(
    Buffer.concat([whole.subarray(0, start), ...Array(times).fill(line), whole.subarray(end)]),
  );
  const view = new DataView(file.buffer, file.length - 22);
  view.setUint16(8, times, true);
  view.setUint16(10, times, true);
  view.setUint32(12, line.length * times, true);
  return file;
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  chunk.set(strToU8(type), 4);
  chunk.set(data, 8);
  view.setUint32(data.length + 8, crc32(chunk.subarray(4, data.length + 8)));
  return chunk;
}

function crc32(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

function png(width: number, height: number, packed: Uint8Array, ...more: readonly Uint8Array[]) {
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([8, 2], 8);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return new Uint8Array(
    Buffer.concat([
      signature,
      pngChunk('IHDR', header),
      ...more,
      pngChunk('IDAT', packed),
      pngChunk('IEND', new Uint8Array()),
    ]),
  );
}

/** A progressive JPEG of one large picture with any number of empty scans. */
function jpegOfScans(scans: number): Uint8Array<ArrayBuffer> {
  const segment = (marker: number, ...data: readonly number[]) => [
    0xff,
    marker,
    (data.length + 2) >> 8,
    (data.length + 2) & 0xff,
    ...data,
  ];
  const side = [0x13, 0x88]; // 5000
  const head = [
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...Array<number>(64).fill(1)),
    ...segment(0xc2, 8, ...side, ...side, 1, 1, 0x11, 0),
    ...segment(0xc4, 0x00, 1, ...Array<number>(15).fill(0), 0),
    ...segment(0xc4, 0x10, 1, ...Array<number>(15).fill(0), 0xe0),
  ];
  // Each code says that 16,384 blocks have no more data.
  const scan = [...segment(0xda, 1, 1, 0, 1, 63, 0), ...Array<number>(60).fill(0)];
  return new Uint8Array([...head, ...Array.from({ length: scans }, () => scan).flat(), 0xff, 0xd9]);
}

/** A PDF document whose page is one long stream. */
function createPdf(stream: Uint8Array, filters: string, repeats = 1): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [strToU8('%PDF-1.4\n')];
  const places: number[] = [];
  const size = () => parts.reduce((sum, { length }) => sum + length, 0);
  const add = (...body: readonly (string | Uint8Array)[]) => {
    places.push(size());
    parts.push(strToU8(`${places.length} 0 obj\n`));
    for (const part of body) parts.push(typeof part === 'string' ? strToU8(part) : part);
    parts.push(strToU8('\nendobj\n'));
  };
  const kids = Array.from({ length: repeats }, () => '3 0 R').join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${repeats} /Kids [${kids}] >>`);
  add(
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>',
  );
  add(`<< /Length ${stream.length} /Filter ${filters} >>\nstream\n`, stream, '\nendstream');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const table = size();
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    strToU8(
      `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

const word = (body: string) => ({
  'word/document.xml': strToU8(`<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`),
});
const sheets = (count: number, row: string, strings: string) => ({
  'xl/workbook.xml': strToU8(`<w xmlns:r="r"><sheets>${'<sheet r:id="a"/>'.repeat(count)}</sheets></w>`),
  'xl/_rels/workbook.xml.rels': strToU8('<R><Relationship Id="a" Target="a.xml"/></R>'),
  'xl/a.xml': strToU8(`<w><sheetData>${row}</sheetData></w>`),
  'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
});
const calc = (table: string) => ({
  'content.xml': strToU8(
    `<o:d xmlns:o="o" xmlns:t="t"><o:body><o:spreadsheet><t:table>${table}</t:table></o:spreadsheet></o:body></o:d>`,
  ),
});

/** Files for the conversion to Markdown, each of which once took minutes or gigabytes in some program. */
export function hostileDocuments(): readonly HostileFile[] {
  const cell = '<t:table-cell t:number-columns-repeated="1024"/>';
  return [
    { name: 'claims-one-byte.docx', bytes: namedOften('word/document.xml', 1, 64) },
    { name: 'named-a-thousand-times.docx', bytes: namedOften('word/document.xml', 1_000, 64) },
    {
      name: 'many-parts.docx',
      bytes: officeFile(
        Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`${at}.xml`, new Uint8Array(40_000)])),
      ),
    },
    { name: 'many-elements.docx', bytes: officeFile(word('<w:p/>'.repeat(900_000))) },
    { name: 'deep.docx', bytes: officeFile(word('<w:sdt>'.repeat(100_000))) },
    {
      name: 'one-sheet-often.xlsx',
      bytes: officeFile(sheets(500, `<row>${'<c><v>1</v></c>'.repeat(900)}</row>`.repeat(300), '')),
    },
    {
      name: 'one-text-often.xlsx',
      bytes: officeFile(
        sheets(
          1,
          '<row><c t="s"><v>0</v></c></row>'.repeat(100_000),
          `<si><t>${'x'.repeat(9_000_000)}</t></si>`,
        ),
      ),
    },
    {
      name: 'repeated.ods',
      bytes: officeFile(
        calc(`<t:table-row t:number-rows-repeated="1024">${cell.repeat(1_000)}</t:table-row>`.repeat(900)),
      ),
    },
    textFile(
      'entities.xml',
      `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(100)}">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'b'.repeat(at + 1)} "${'&a;'.repeat(99)}">`).join('')}]><a>&bbbbbbbbb;</a>`,
    ),
    textFile('attributes.xml', `<a ${Array.from({ length: 900_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
    textFile('open-tags.xml', '<a '.repeat(3_000_000)),
    textFile('quotes.xml', `<a ${'b="'.repeat(2_000_000)}`),
    textFile('quotes.csv', '"'.repeat(9_000_001)),
    textFile('fields.csv', ','.repeat(9_000_000)),
    textFile('half-quoted.csv', '"a"b,'.repeat(300_000)),
    textFile('deep.json', `${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}`),
    textFile('deep.html', '<div>'.repeat(1_200_000)),
    textFile('tables.html', '<table><tr><td>'.repeat(300_000)),
    textFile('marks.html', '<b><i><a href=x>'.repeat(300_000)),
    textFile('attributes.html', `<p ${'a=b '.repeat(1_500_000)}>`),
    textFile('entities.html', '&amp'.repeat(1_500_000)),
    {
      name: 'flate.pdf',
      bytes: createPdf(zlibSync(new Uint8Array(200 * mebibyte).fill(0x20), { level: 9 }), '/FlateDecode'),
    },
    {
      name: 'flate-twice.pdf',
      bytes: createPdf(
        zlibSync(zlibSync(new Uint8Array(200 * mebibyte).fill(0x20), { level: 9 })),
        '[/FlateDecode /FlateDecode]',
      ),
    },
    {
      name: 'one-page-often.pdf',
      bytes: createPdf(zlibSync(strToU8('BT /F 1 Tf (a) Tj ET '.repeat(200_000))), '/FlateDecode', 5_000),
    },
    { name: 'cut.pdf', bytes: strToU8('%PDF-1.7\n1 0 obj\n<<') as Uint8Array<ArrayBuffer> },
    { name: 'zeros.png', bytes: png(1, 1, deflatedZeros(1_024)) },
    { name: 'large.png', bytes: png(5_000, 5_000, zlibSync(new Uint8Array(5_000 * 15_001), { level: 9 })) },
    { name: 'too-large.png', bytes: png(60_000, 60_000, new Uint8Array(9)) },
    {
      name: 'profile.png',
      bytes: png(
        1,
        1,
        zlibSync(new Uint8Array(4)),
        pngChunk(
          'iCCP',
          new Uint8Array([97, 0, 0, ...zlibSync(new Uint8Array(300 * mebibyte), { level: 9 })]),
        ),
      ),
    },
    { name: 'scans.jpg', bytes: jpegOfScans(20_000) },
    { name: 'cut.jpg', bytes: jpegOfScans(1).slice(0, 80) },
  ];
}
