import { describe, expect, it } from 'vitest';
import { page, useVisits } from './visits.shared.ts';

const visits = useVisits({
  '/a/b': page(`<a href="c">1</a><a href="/d?e=f#g">2</a><a href="">3</a><a href="c">4</a><a>none</a>`),
});

const all = (html: string) => visits.of(html, (loaded) => loaded.links());
const base = '<base href="http://a.test/b/">';

describe('links', () => {
  it('are resolved, in the order of the document, repeated ones and empty ones too', async () => {
    const links = await visits.of(visits.url('/a/b'), (loaded) => loaded.links());
    expect(links).toEqual(['/a/c', '/d?e=f#g', '/a/b', '/a/c'].map((path) => visits.url(path)));
  });

  it.each<[string, string, string[]]>([
    [
      'lead where the base says',
      '<a href="c?d#e"></a><a href="//f.test"></a>',
      ['http://a.test/b/c?d#e', 'http://f.test/'],
    ],
    ['of an empty address lead to the base', '<a href=""></a>', ['http://a.test/b/']],
    [
      'of other schemes stay',
      '<a href="mailto:a@b.test"></a><a href="tel:1"></a><a href="javascript:void 0"></a>',
      ['mailto:a@b.test', 'tel:1', 'javascript:void 0'],
    ],
    ['that are no addresses stay as they are', '<a href="http://[">x</a>', ['http://[']],
    ['can be areas', '<map><area href="c"><area></map>', ['http://a.test/b/c']],
    [
      'of SVG count',
      '<svg><a href="c"/><a xlink:href="d"/></svg>',
      ['http://a.test/b/c', 'http://a.test/b/d'],
    ],
    [
      'of frames and templates do not count',
      '<iframe srcdoc="<a href=c>"></iframe><template><a href="d"></template>',
      [],
    ],
  ])('%s', async (_title, html, links) => {
    expect(await all(base + html)).toEqual(links);
  });

  it('are those that scripts have made by then', async () => {
    expect(await all(`${base}<script>document.write('<a href="c">')</script>`)).toEqual([
      'http://a.test/b/c',
    ]);
  });

  it('are told truly, whatever the page has made of its own functions', async () => {
    const html = `${base}<a href="c"></a><script>
      document.querySelectorAll = () => [];
      Document.prototype.querySelectorAll = () => [];
      Array.prototype.push = () => 0;
      Object.defineProperty(HTMLAnchorElement.prototype, 'href', { get: () => 'lie' });
    </script>`;
    expect(await all(html)).toEqual(['http://a.test/b/c']);
  });

  it('are found where scripts are turned off', async () => {
    const html = `${base}<a href="c"></a>`;
    expect(await visits.of(html, (loaded) => loaded.links(), { javaScript: false })).toEqual([
      'http://a.test/b/c',
    ]);
  });

  it.each<[boolean, string, string]>([
    [true, 'text', '<a href="c">x</a>'],
    [true, 'transparent text', '<a href="c" style="opacity: 0">x</a>'],
    [true, 'text to the left of the window', '<a href="c" style="position: absolute; left: -9999px">x</a>'],
    [true, 'text below the window', '<div style="height: 5000px"></div><a href="c">x</a>'],
    [false, 'nothing', '<a href="c"></a>'],
    [false, 'text that is not displayed', '<a href="c" style="display: none">x</a>'],
    [false, 'text within what is not displayed', '<div hidden><a href="c">x</a></div>'],
    [false, 'hidden text', '<a href="c" style="visibility: hidden">x</a>'],
    [false, 'collapsed text', '<a href="c" style="visibility: collapse">x</a>'],
    [
      false,
      'a box without size that clips',
      '<a href="c" style="display: block; width: 0; overflow: hidden">x</a>',
    ],
  ])('that are to be visible: %s for %s', async (seen, _title, html) => {
    const links = await visits.of(base + html, (loaded) => loaded.links({ visibleOnly: true }));
    expect(links).toEqual(seen ? ['http://a.test/b/c'] : []);
  });

  it('are ten thousand where a page has them', async () => {
    const html = Array.from(
      { length: 10_000 },
      (_, index) => `<a href="http://a.test/${index}">${index}</a> `,
    ).join('');
    const links = await visits.of(html, (loaded) => loaded.links({ visibleOnly: true }));
    expect(links).toHaveLength(10_000);
    expect(links[9999]).toBe('http://a.test/9999');
  });
});
