import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { measure } from 'mitata';
import { MarkdownConverter } from '../../mock/engines/markdown/index.ts';
import { makePage, pageKinds } from './markdown-pages.ts';
import { BenchError, type Row, takeTurns } from './rows.ts';
import { packages } from './servers.ts';

/** Bytes of HTML in, the number of bytes of Markdown out. */
type Convert = (html: Uint8Array) => number;

/** Left out by every engine. */
const exclude = ['head', 'header', 'footer', 'nav', 'script', 'style'];
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const convert: Convert = (html) => {
  const converter = new MarkdownConverter({ url: 'https://www.example.com/docs/page/', charset: 'utf-8' });
  return converter.write(html).length + converter.end().length;
};

/** The native build by its byte function, which is its fastest. */
async function loadMdream(): Promise<Convert> {
  const options = { origin: 'https://www.example.com', plugins: { filter: { exclude } } };
  const { htmlToMarkdownBytes } = await importFile<{
    htmlToMarkdownBytes(html: Uint8Array, given: typeof options): { readonly markdown: string };
  }>(join(import.meta.dirname, '../../node_modules/mdream/napi/index.mjs'));
  return (html) => encoder.encode(htmlToMarkdownBytes(html, options).markdown).length;
}

async function loadNodeHtmlMarkdown(): Promise<Convert> {
  const { NodeHtmlMarkdown } = await importFile<{
    NodeHtmlMarkdown: new (options: { ignore: readonly string[] }) => { translate(html: string): string };
  }>(join(packages, 'node-html-markdown/dist/index.js'));
  const service = new NodeHtmlMarkdown({ ignore: exclude });
  return (html) => encoder.encode(service.translate(decoder.decode(html))).length;
}

/** Packages without types that the compiler finds. */
const importFile = async <Exports>(file: string): Promise<Exports> => import(pathToFileURL(file).href); // As its documentation says.

const editions = 8;

/** Megabytes of HTML per second in process, over pages of five kinds. */
export async function measureMarkdown(): Promise<Row[]> {
  const [mdream, nodeHtmlMarkdown] = [await loadMdream(), await loadNodeHtmlMarkdown()];
  const row = { part: 'Markdown', unit: 'MB/s', has: 'speed' } as const;
  const rows: Row[] = [];
  for (const [name, size] of [
    ['20 KB', 20_000],
    ['200 KB', 200_000],
  ] as const) {
    const sets = Array.from({ length: editions }, (_, edition) =>
      pageKinds.map((kind) => makePage(kind, edition, size)),
    );
    const bytes = sets.flat().reduce((sum, page) => sum + page.length, 0) / editions;
    const rate = (engine: Convert) => async () => {
      let next = 0;
      const { avg } = await measure(() => {
        for (const page of sets[next++ % editions] ?? []) {
          if (engine(page) === 0) throw new BenchError('no Markdown came out');
        }
      });
      return (bytes * 1_000) / avg;
    };
    const { ours, alone, other } = await takeTurns(
      { ours: rate(convert), alone: rate(mdream), other: rate(nodeHtmlMarkdown) },
      9,
    );
    const measured = `Pages of ${name}`;
    rows.push(
      { ...row, measured, peer: 'mdream alone', ours, theirs: alone, aim: 0.85 },
      { ...row, measured, peer: 'node-html-markdown', ours, theirs: other, aim: 10 },
    );
  }
  return rows;
}
