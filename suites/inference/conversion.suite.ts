import {
  type ConvertedFile,
  conversionFields,
  convertedFileSchema,
} from '../../spec/services/inference/conversion.ts';
import { array, equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { fits, inAccount } from './asking.ts';

interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

const page: SentFile = {
  name: 'harbour.html',
  type: 'text/html',
  content: '<html><body><h1>The harbour</h1><p>Two <em>red</em> boats.</p></body></html>',
};
const other: SentFile = {
  name: 'market.html',
  type: 'text/html',
  content: '<html><body><h2>The market</h2></body></html>',
};
const noise: SentFile = {
  name: 'noise.bin',
  type: 'application/octet-stream',
  content: '\0\u0001\u0002\u0003',
};

/** Converts files sent in a field of this name. The answers may come in any order. */
async function convert(
  t: TestContext,
  files: readonly SentFile[],
  field: string = conversionFields[0],
): Promise<ConvertedFile[]> {
  const upload = new FormData();
  for (const { name, type, content } of files) upload.append(field, new Blob([content], { type }), name);
  const reply = await t.call('inference.to-markdown', { params: inAccount(t), upload });
  return array(reply.body.result, 'result').map((file, at) =>
    fits(convertedFileSchema, file, `result[${at}]`),
  );
}

function named(files: readonly ConvertedFile[], name: string): ConvertedFile {
  const file = files.find((one) => one.name === name);
  if (!file) throw new ConformanceFailure(`${name} is not among ${files.map((one) => one.name).join(', ')}`);
  return file;
}

/** The Markdown of a file; fails if it was not converted. */
function getMarkdown(files: readonly ConvertedFile[], name: string) {
  const file = named(files, name);
  if (file.format === 'error') throw new ConformanceFailure(`${name} is not converted: ${file.error}`);
  return file;
}

/** Conversion of files to Markdown. */
export const conversionSuite = defineSuite('inference/conversion', [
  test('INF-CONV-1', 'converts each file of a form to Markdown', async (t) => {
    const files = await convert(t, [page, other]);
    equal(files.length, 2, 'the number of answers');
    const harbour = getMarkdown(files, page.name);
    equal(harbour.mimeType, page.type, 'mimeType');
    equal(harbour.format, 'markdown', 'format');
    match(harbour.data, /^# The harbour$/m, 'data');
    match(harbour.data, /Two [*_]red[*_] boats\./, 'data');
    ok(Number(harbour.tokens) > 0, `tokens is ${harbour.tokens}, expected a number above 0`);
    match(getMarkdown(files, other.name).data, /^## The market$/m, 'data');
  }),
  test('INF-CONV-2', 'reports a file that can not be converted, and converts the others', async (t) => {
    const files = await convert(t, [noise, page]);
    const broken = named(files, noise.name);
    equal(broken.format, 'error', 'format');
    if (broken.format === 'error') match(broken.error, /./, 'error');
    match(getMarkdown(files, page.name).data, /The harbour/, 'data');
  }),
  test('INF-CONV-3', 'lists the supported file types', async (t) => {
    const reply = await t.call('inference.to-markdown.supported', { params: inAccount(t) });
    const types = new Map(
      array(reply.body.result, 'result').length > 0
        ? reply.body.result.map(({ extension, mimeType }) => [extension, mimeType] as const)
        : [],
    );
    equal(types.get('.html'), 'text/html', 'the type of .html');
    for (const [extension, type] of types) {
      match(extension, /^\.\w+$/, 'extension');
      match(type, /^[\w.+-]+\/[\w.+-]+$/, 'mimeType');
    }
  }),
  ...conversionFields.map((field) =>
    test(['INF-CONV-4'] as const, `accepts files in the field ${field}`, async (t: TestContext) => {
      const files = await convert(t, [page, other], field);
      for (const { name } of [page, other]) match(getMarkdown(files, name).data, /^#+ The /m, 'data');
    }),
  ),
]);
