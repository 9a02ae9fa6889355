import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { supportedFiles } from '../../../../spec/services/inference/conversion.ts';
import { createScriptedBackend } from '../../../engines/models/scripted/index.ts';
import { ConversionError } from './conversion-error.ts';
import { convertDocument } from './convert-document.ts';
import { convertFile, type SentFile } from './convert-file.ts';
import { docx, officeFile, openDocument, pdf, xlsx } from './testing/office-files.ts';

const backend = createScriptedBackend({ seed: 1 });
const model = { id: 'a/model' };
const { signal } = new AbortController();
const describePicture = (image: Uint8Array) => backend.describe(model, { image }, signal);
const readers = { convert: convertDocument, describe: describePicture };

const convert = (file: SentFile) => convertFile(file, readers, signal);
const file = (name: string, content: string | Uint8Array, type = ''): SentFile => ({
  name,
  type,
  bytes: typeof content === 'string' ? strToU8(content) : content,
});
const markdown = async (name: string, content: string | Uint8Array) =>
  (await convert(file(name, content))).data;

async function problem(name: string, content: string | Uint8Array): Promise<string> {
  try {
    return `converted: ${await markdown(name, content)}`;
  } catch (error) {
    if (error instanceof ConversionError) return error.message;
    throw error;
  }
}

const draw = (mediaType: 'image/png' | 'image/jpeg') =>
  backend.draw(model, { prompt: 'a red circle', width: 64, height: 32, mediaType }, signal);

const samples: Readonly<Record<string, () => string | Uint8Array | Promise<Uint8Array>>> = {
  '.html': () => '<p>Hello</p>',
  '.htm': () => '<p>Hello</p>',
  '.xml': () => '<a>Hello</a>',
  '.csv': () => 'Hello,b\n1,2\n',
  '.json': () => '{"a":"Hello"}',
  '.txt': () => 'Hello',
  '.md': () => 'Hello',
  '.pdf': () => pdf('Hello'),
  '.docx': () => docx('<w:p><w:r><w:t>Hello</w:t></w:r></w:p>'),
  '.xlsx': () => xlsx('<row><c r="A1" t="inlineStr"><is><t>Hello</t></is></c></row>'),
  '.odt': () => openDocument('<office:text><text:p>Hello</text:p></office:text>'),
  '.ods': () =>
    openDocument(
      '<office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell><text:p>Hello</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
    ),
  '.png': () => draw('image/png'),
  '.jpg': () => draw('image/jpeg'),
  '.jpeg': () => draw('image/jpeg'),
};

describe('convertFile', () => {
  it.each(supportedFiles.map(({ extension, mimeType }) => [extension, mimeType] as const))(
    'converts every supported type: %s',
    async (extension, mimeType) => {
      const sample = await samples[extension]?.();
      if (sample === undefined) throw new Error(`no sample of ${extension}`);
      const converted = await convert(file(`sample${extension}`, sample));
      expect(converted).toMatchObject({ mimeType, format: extension === '.txt' ? 'text' : 'markdown' });
      expect(converted.data).toMatch(mimeType.startsWith('image/') ? /64 pixels wide and 32 high/ : /Hello/);
    },
  );

  it.each([
    ['page.html', '<title>T</title><h1>A</h1><script>x</script><p>b <em>c</em></p>', '# A\n\nb *c*\n'],
    ['a.csv', 'name,note\nA,"b|c"\nD\n', '| name | note |\n| --- | --- |\n| A | b\\|c |\n| D | |\n'],
    ['a.json', '{"a": [1]}\n\n', '```json\n{"a": [1]}\n```\n'],
    ['a.xml', '<a>```</a>', '````xml\n<a>```</a>\n````\n'],
    ['a.txt', 'a *b*\r\n', 'a *b*\r\n'],
    ['a.md', '# A\n', '# A\n'],
  ])('writes %s as Markdown', async (name, content, expected) => {
    expect(await markdown(name, content)).toBe(expected);
  });

  it('decodes text by its byte order mark, and XML by its declaration', async () => {
    expect(await markdown('a.txt', new Uint8Array([0xff, 0xfe, 0xe9, 0]))).toBe('é');
    const latin1 = new Uint8Array([
      ...strToU8('<?xml version="1.0" encoding="ISO-8859-1"?><a>'),
      0xe9,
      ...strToU8('</a>'),
    ]);
    expect(await markdown('a.xml', latin1)).toContain('<a>é</a>');
  });

  it('reads headings, marks, links, lists and tables of a docx', async () => {
    const paragraph = (properties: string, text: string) =>
      `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const list = (id: number, text: string, depth = 0) =>
      paragraph(`<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr>`, text);
    const body = [
      paragraph('<w:pStyle w:val="berschrift1"/>', 'Report'),
      paragraph('<w:pStyle w:val="Heading2"/>', 'Part &lt;1&gt;'),
      '<w:p><w:r><w:t xml:space="preserve">A </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r><w:r><w:rPr><w:b w:val="0"/></w:rPr><w:t xml:space="preserve"> and </w:t></w:r><w:hyperlink r:id="rId1"><w:r><w:t>linked</w:t></w:r></w:hyperlink><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t xml:space="preserve"> word</w:t></w:r></w:ins></w:p>',
      list(2, 'bread'),
      list(2, 'white', 1),
      list(2, 'milk'),
      list(1, 'first'),
      list(1, 'second'),
      '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc></w:tr></w:tbl>',
    ].join('');
    expect(await markdown('report.docx', docx(body))).toBe(
      [
        '# Report',
        '## Part <1>',
        'A **bold** and [linked](https://example.com/a?b=1&c=2) word',
        '- bread\n  - white\n- milk',
        '1. first\n2. second',
        '| a | b |\n| --- | --- |\n| 1 | |\n',
      ].join('\n\n'),
    );
  });

  it('reads shared and inline texts, numbers, booleans and positions of an xlsx', async () => {
    const rows =
      '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>' +
      '<row r="3"><c r="A3"><v>12.5</v></c><c r="B3" t="b"><v>1</v></c><c r="C3" t="str"><f>A3</f><v>x</v></c></row><row r="4"/>';
    const strings = '<si><t>Name</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh><t>no</t></rPh></si>';
    expect(await markdown('a.xlsx', xlsx(rows, strings))).toBe(
      '## Sales & more\n\n| Name | | rich text |\n| --- | --- | --- |\n| 12.5 | TRUE | x |\n',
    );
  });

  it('reads headings, lists, links and tables of OpenDocument', async () => {
    const text =
      '<office:text><text:h text:outline-level="2">Part</text:h><text:p>A<text:s/><text:span>b</text:span> <text:a xlink:href="https://example.com/">link</text:a></text:p><text:list><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>two</text:p></text:list-item></text:list></text:list-item></text:list></office:text>';
    expect(await markdown('a.odt', openDocument(text))).toBe(
      '## Part\n\nA b [link](https://example.com/)\n\n- one\n  - two\n',
    );
    const cell = (content: string, times = 1) =>
      `<table:table-cell table:number-columns-repeated="${times}"><text:p>${content}</text:p></table:table-cell>`;
    const sheet = `<office:spreadsheet><table:table table:name="S"><table:table-header-rows><table:table-row>${cell('h', 2)}</table:table-row></table:table-header-rows><table:table-row>${cell('1')}${cell('2')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row><table:table-row table:number-rows-repeated="1048574"><table:table-cell/></table:table-row></table:table></office:spreadsheet>`;
    expect(await markdown('a.ods', openDocument(sheet))).toBe(
      '## S\n\n| h | h |\n| --- | --- |\n| 1 | 2 |\n',
    );
  });

  it('reads the pages of a PDF document', async () => {
    expect(await markdown('two.pdf', pdf('First page', 'Second page'))).toBe(
      '# two.pdf\n\n## Contents\n\n### Page 1\n\nFirst page\n\n### Page 2\n\nSecond page\n',
    );
  });

  it.each<[string, string, string | Uint8Array, RegExp]>([
    ['an unknown type', 'a.zip', 'PK', /Files such as a\.zip are not converted: .*\.html/],
    ['an empty file', 'a.txt', '', /empty/],
    ['bytes that are no text', 'a.txt', 'a\0b', /not text/],
    ['broken JSON', 'a.json', '{', /not JSON/],
    ['broken XML', 'a.xml', '<a>', /not well-formed XML/],
    ['XML in an unknown encoding', 'a.xml', '<?xml version="1.0" encoding="klingon"?><a/>', /klingon/],
    ['a file that is no archive', 'a.docx', 'PK no archive', /no readable ZIP/],
    ['an archive of something else', 'a.docx', officeFile({ 'a.xml': '<a/>' }), /no word\/document\.xml/],
    [
      'a sheet that is missing',
      'a.xlsx',
      officeFile({ 'xl/workbook.xml': '<w><sheets><sheet/></sheets></w>' }),
      /sheet1\.xml/,
    ],
    ['a broken document', 'a.odt', officeFile({ 'content.xml': '<a' }), /not well-formed XML/],
    ['a file that is no PDF', 'a.pdf', '%PDF-1.4 nothing', /not a readable PDF/],
  ])("says why it can't convert %s", async (_, name, content, words) => {
    expect(await problem(name, content)).toMatch(words);
  });

  it('unpacks no more of an office file than a text document may have', async () => {
    const bomb = officeFile({ 'word/document.xml': ' '.repeat(33 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await problem('a.docx', bomb)).toMatch(/more than 33554432 bytes/);
  });

  it('refuses XML that is too deep, in a file and in an office file, and accepts less depth', async () => {
    const deep = (depth: number, tag = 'a') => `${`<${tag}>`.repeat(depth)}${`</${tag}>`.repeat(depth)}`;
    expect(await problem('a.xml', deep(500))).toMatch(/^converted/);
    expect(await problem('a.xml', `<a>${'<b c=\'>\' d=">/"/>'.repeat(600)}</a>`)).toMatch(/^converted/);
    expect(await problem('a.xml', deep(501))).toMatch(/more than 500 deep/);
    expect(await problem('a.xml', deep(200_000))).toMatch(/more than 500 deep/);
    expect(await problem('a.docx', docx(deep(200_000, 'w:sdt')))).toMatch(/more than 500 deep/);
  });

  it('refuses JSON that is too deep', async () => {
    const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(await problem('a.json', deep(500))).toMatch(/^converted/);
    expect(await problem('a.json', deep(501))).toMatch(/more than 500 deep/);
  });

  it('refuses tables that would fill the memory', async () => {
    expect(await problem('a.csv', 'a\n'.repeat(1_000_001))).toMatch(/more than 1000000 cells/);
    expect(await problem('a.csv', ','.repeat(1_000_001))).toMatch(/more than 1000000 cells/);
    const wide = '<row><c r="AMJ1"><v>1</v></c></row>';
    expect(await problem('a.xlsx', xlsx(wide + '<row><c><v>1</v></c></row>'.repeat(1000)))).toMatch(/cells/);
    const row =
      '<table:table-row table:number-rows-repeated="1024"><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row>';
    const sheet = `<office:spreadsheet><table:table table:name="S">${row.repeat(1000)}</table:table></office:spreadsheet>`;
    expect(await problem('a.ods', openDocument(sheet))).toMatch(/cells/);
    const cell =
      '<table:table-cell table:number-columns-repeated="1024"><text:p>1</text:p></table:table-cell>';
    const long = `<table:table-row>${cell.repeat(1000)}</table:table-row>`;
    const many = `<office:spreadsheet><table:table table:name="S">${long}</table:table></office:spreadsheet>`;
    expect(await problem('a.ods', openDocument(many))).toMatch(/cells/);
  });

  it('resolves no entity of a document', async () => {
    const evil = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
    expect(await problem('a.xml', evil)).toMatch(/not well-formed XML/);
    expect(await problem('a.docx', officeFile({ 'word/document.xml': evil }))).toMatch(/not well-formed XML/);
  });
});
