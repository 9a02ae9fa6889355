import { describe, expect, it } from 'vitest';
import type { PdfOptions } from '../visit.ts';
import { failed, useVisits } from './visits.shared.ts';

const visits = useVisits();

describe('content', () => {
  it('is the document after its scripts, with its doctype', async () => {
    const html = '<!DOCTYPE html><title>a</title><p>b<script>document.title = "c"</script>';
    expect(await visits.of(html, (loaded) => loaded.content())).toBe(
      '<!DOCTYPE html><html><head><title>c</title></head><body><p>b<script>document.title = "c"</script></p></body></html>',
    );
  });

  it('has no doctype where the document has none', async () => {
    expect(await visits.of('<p>a', (loaded) => loaded.content())).toBe(
      '<html><head></head><body><p>a</p></body></html>',
    );
  });
});

describe('scraping', () => {
  it('gives what each selector finds, with its place in the document', async () => {
    const html = `<style>body { margin: 0 }</style>
      <div style="height: 2000px"></div>
      <p style="margin: 0 0 0 30px; width: 200px; height: 40px" id="a" class="b c">x<b>y</b><i hidden>z</i></p>
      <p style="display: none">w</p>
      <script>scrollTo(0, 500)</script>`;
    const [paragraphs, bold, none] = await visits.of(html, (loaded) =>
      loaded.scrape(['p', 'p > b', 'table']),
    );
    expect(paragraphs).toEqual([
      {
        html: 'x<b>y</b><i hidden="">z</i>',
        text: 'xy',
        width: 200,
        height: 40,
        top: 2000,
        left: 30,
        attributes: [
          { name: 'style', value: 'margin: 0 0 0 30px; width: 200px; height: 40px' },
          { name: 'id', value: 'a' },
          { name: 'class', value: 'b c' },
        ],
      },
      expect.objectContaining({ html: 'w', width: 0, height: 0 }),
    ]);
    expect(bold).toHaveLength(1);
    expect(none).toEqual([]);
  });

  it('fails where a selector is none', async () => {
    expect(await failed(visits.of('', (loaded) => loaded.scrape(['p', '##'])))).toMatchObject({
      failure: 'bad-request',
      detail: expect.stringMatching(/'##' is not a valid selector\.$/),
    });
  });
});

describe('the tree of accessibility', () => {
  const html =
    '<title>t</title><h1>a</h1><div><a href="http://a.test">b</a></div><button disabled>c</button>';

  it('is that of the page', async () => {
    expect(await visits.of(html, (loaded) => loaded.accessibilityTree())).toEqual({
      role: 'RootWebArea',
      name: 't',
      url: 'about:blank',
      children: [
        { role: 'heading', name: 'a', level: 1 },
        {
          role: 'link',
          name: 'b',
          url: 'http://a.test/',
          children: [{ role: 'StaticText', name: 'b' }],
        },
        { role: 'button', name: 'c', disabled: true },
      ],
    });
  });

  it('is that below a root, with what says nothing', async () => {
    expect(await visits.of(html, (loaded) => loaded.accessibilityTree({ root: 'h1' }))).toMatchObject({
      role: 'heading',
      children: [{ role: 'StaticText', name: 'a' }],
    });
  });

  it('is nothing where the root is not there', async () => {
    expect(await visits.of(html, (loaded) => loaded.accessibilityTree({ root: 'h2' }))).toBeNull();
  });

  it('fails where the root is no selector', async () => {
    expect(await failed(visits.of(html, (loaded) => loaded.accessibilityTree({ root: '##' })))).toMatchObject(
      {
        failure: 'bad-request',
      },
    );
  });
});

describe('a PDF', () => {
  const print = (options: PdfOptions, html = '<p>a') => visits.of(html, (loaded) => loaded.pdf(options));
  const pagesOf = (count: number) => '<p style="break-after: page">a</p>'.repeat(count);
  const boxOf = (pdf: Uint8Array) =>
    new TextDecoder('latin1')
      .decode(pdf)
      .match(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/)
      ?.slice(1)
      .map((points) => Math.round(Number(points)));

  it.each<[string, PdfOptions, number[]]>([
    ['is of letter format', {}, [612, 792]],
    ['lies down', { landscape: true }, [792, 612]],
    ['has a format', { format: 'a4' }, [596, 842]],
    ['has a width and a height', { width: '2in', height: 96 }, [144, 72]],
    ['has the format rather than the width', { format: 'a4', width: '2in' }, [596, 842]],
  ])('%s', async (_title, options, box) => {
    const pdf = await print(options);
    expect(new TextDecoder().decode(pdf.subarray(0, 5))).toBe('%PDF-');
    expect(boxOf(pdf)).toEqual(box);
  });

  it('has the pages that are asked for', async () => {
    const count = async (options: PdfOptions) =>
      new TextDecoder('latin1').decode(await print(options, pagesOf(5))).match(/\/Type \/Page\b/g)?.length;
    expect([await count({}), await count({ pageRanges: '2-3' })]).toEqual([5, 2]);
  });

  it.each<[PdfOptions, string, string]>([
    [{ format: 'z9' }, 'bad-request', 'Unknown paper format: z9'],
    [{ scale: 9 }, 'bad-request', 'scale is outside of [0.1 - 2] range'],
    [{ pageRanges: 'x' }, 'bad-request', 'Page range syntax error'],
    [{ pageRanges: '9' }, 'bad-request', 'Page range exceeds page count'],
    [{ width: '3zz' }, 'bad-request', 'Failed to parse parameter value: 3zz'],
    [{ height: -1 }, 'bad-request', 'paper height is zero or negative'],
    [{ margin: { left: '300in' } }, 'bad-request', 'invalid print parameters: content area is empty'],
  ])('with %j is not made', async (options, failure, detail) => {
    expect(await failed(print(options))).toMatchObject({ failure, detail });
  });

  it('that takes longer than it may is not made', async () => {
    expect(await failed(print({ timeout: 1 }, pagesOf(400)))).toMatchObject({
      failure: 'timeout',
      detail: 'Timed out after waiting 1ms',
    });
  });
});
