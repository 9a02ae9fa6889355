import { strToU8, zipSync } from 'fflate';

/** An office file with these parts. */
export const officeFile = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])));

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A word processor document with this body; style `berschrift1` is a heading, list 1 is numbered, list 2 is not. */
export const docx = (body: string): Uint8Array =>
  officeFile({
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="${word}" xmlns:r="${relations}"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles xmlns:w="${word}"><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'word/numbering.xml': `<w:numbering xmlns:w="${word}"><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num></w:numbering>`,
    'word/_rels/document.xml.rels': `<Relationships><Relationship Id="rId1" Target="https://example.com/a?b=1&amp;c=2" TargetMode="External"/></Relationships>`,
  });

/** A workbook with one sheet of these rows, and these shared texts. */
export const xlsx = (rows: string, strings = ''): Uint8Array =>
  officeFile({
    'xl/workbook.xml': `<workbook xmlns:r="${relations}"><sheets><sheet name="Sales &amp; more" sheetId="1" r:id="rId3"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId3" Target="worksheets/first.xml"/></Relationships>',
    'xl/worksheets/first.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
  });

/** An OpenDocument file with this body. */
export const openDocument = (body: string): Uint8Array =>
  officeFile({
    'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:xlink="x"><office:body>${body}</office:body></office:document-content>`,
  });

/** A PDF document with one line of text on each page. */
export function pdf(...pages: readonly string[]): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, at) => {
      const stream = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return strToU8(file, true);
}
