/** The pages to convert: made by code, the same in every run, of common kinds. */
import { faker as english, type Faker } from '@faker-js/faker';
import { faker as arabic } from '@faker-js/faker/locale/ar';
import { faker as greek } from '@faker-js/faker/locale/el';
import { faker as persian } from '@faker-js/faker/locale/fa';
import { faker as hebrew } from '@faker-js/faker/locale/he';
import { faker as japanese } from '@faker-js/faker/locale/ja';
import { faker as korean } from '@faker-js/faker/locale/ko';
import { faker as russian } from '@faker-js/faker/locale/ru';

const others = { ar: arabic, el: greek, fa: persian, he: hebrew, ja: japanese, ko: korean, ru: russian };

const below = (bound: number) => english.number.int(bound - 1);
const words = (count: number, script: Faker = english) => script.lorem.words(count);
const slug = () => english.lorem.slug(3);
const times = (count: number, make: (index: number) => string, between = '') =>
  Array.from({ length: count }, (_, index) => make(index)).join(between);

/** Words with inline markup: links, code, emphasis, character references. */
function prose(script?: Faker): string {
  const sentence = () => {
    const text = words(6 + below(12), script);
    const kinds = [
      () => `${text} <a href="/docs/${slug()}/#${slug()}">${words(2, script)}</a>.`,
      () => `${text} <code>${slug()}</code> ${words(4, script)}.`,
      () => `<strong>${words(2, script)}</strong> ${text}.`,
      () => `${text} <em>${words(1, script)}</em>.`,
      () => `${text} &amp; ${words(2, script)} &lt;${slug()}&gt;&nbsp;“${words(2, script)}”.`,
    ];
    return kinds[below(8)]?.() ?? `${text}.`;
  };
  return times(2 + below(4), sentence, ' ');
}

const paragraph = (script?: Faker) => `<p>${prose(script)}</p>\n`;

function heading(level: number, script?: Faker): string {
  const id = slug();
  return (
    `<div class="heading-wrapper level-h${level}"><h${level} id="${id}">${words(4, script)}</h${level}>` +
    `<a class="anchor-link" href="#${id}" aria-label="Section"><span aria-hidden="true" class="icon">` +
    `<svg width="16" height="16" viewBox="0 0 24 24"><path d="m12.11 15.39-3.88 3.88a2.52 2.52 0 0 1-3.5 0"/></svg>` +
    `</span></a></div>\n`
  );
}

function list(tag: 'ul' | 'ol', depth: number, script?: Faker): string {
  const item = (index: number) => {
    const inner = depth > 0 && index === 1 ? `\n${list('ul', depth - 1, script)}` : '';
    return `  <li>${words(8, script)} <a href="../${slug()}/">${words(2, script)}</a>${inner}</li>\n`;
  };
  return `<${tag}>\n${times(3 + below(3), item)}</${tag}>\n`;
}

const plainCode = () =>
  `<pre><code class="language-ts">${times(
    6,
    (index) =>
      `${'  '.repeat(index % 3)}const a = await get("${slug()}"); // &lt;T&gt; &amp;&amp; ${words(3)}\n`,
  )}</code></pre>\n`;

/** A code block as highlighters write it: every token in an element of its own. */
function highlightedCode(): string {
  const token = (kind: string, text: string) => `<span class="token ${kind}">${text}</span>`;
  const line = (index: number) =>
    `<span class="line" data-line="${index}">${'\t'.repeat(index % 3)}${token('keyword', 'const')} ${slug()} ` +
    `${token('operator', '=')} ${token('function', words(1))}${token('punctuation', '(')}` +
    `${token('string', `&quot;${words(2)}&quot;`)}${token('punctuation', ')')}${token('punctuation', ';')}</span>`;
  const lines = times(12 + below(12), line, '\n');
  return `<figure class="code"><pre class="highlight" tabindex="0"><code class="language-js">${lines}</code></pre></figure>\n`;
}

function table(rows: number, columns: number, script?: Faker): string {
  const cells = [
    () => `<td><code>${slug()}</code></td>`,
    () => `<td class="align-right">${below(100_000)}</td>`,
    () => `<td><a href="/reference/${slug()}/" title="${words(2)}">${words(2, script)}</a></td>`,
    () => `<td>${words(5, script)} &mdash; ${words(2, script)}</td>`,
  ];
  const head = times(columns, () => `<th scope="col">${words(1, script)}</th>`);
  const row = () => `<tr>${times(columns, (column) => cells[column % 4]?.() ?? '')}</tr>\n`;
  return `<div class="table-wrap"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${times(rows, row)}</tbody></table></div>\n`;
}

/** The next section of a page, by kind. */
const sections = {
  docs: () =>
    heading(2) +
    times(3, () => paragraph()) +
    list('ul', 1) +
    heading(3) +
    paragraph() +
    (below(2) === 0 ? plainCode() : highlightedCode()) +
    `<aside class="note" aria-label="Note"><p class="note-title">Note</p><div>${paragraph()}</div></aside>\n` +
    list('ol', 0) +
    `<blockquote>${paragraph()}</blockquote>\n` +
    (below(3) === 0 ? table(4, 3) : '') +
    `<figure><img src="/images/${slug()}.png" alt="${words(3)}" width="800" height="400" loading="lazy">` +
    `<figcaption>${words(5)}</figcaption></figure>\n`,
  tables: () => heading(2) + paragraph() + table(20 + below(20), 4 + below(4)),
  code: () => heading(3) + paragraph() + highlightedCode() + plainCode(),
  links: () => {
    const card = () =>
      `<div class="card shadow-sm"><a href="https://www.example.com/${slug()}?ref=${below(1000)}&amp;page=2" class="card-link">` +
      `<img src="//cdn.example.com/${slug()}.jpg" alt="${words(2)}"><span class="card-title">${words(4)}</span></a>` +
      `<p class="muted">${words(6)} <a href="${slug()}.html">${words(1)}</a></p></div>\n`;
    const line = () => `<li class="item"><a href="/${slug()}/${slug()}">${words(4)}</a></li>\n`;
    return `${heading(2)}<div class="grid">\n${times(6, card)}</div>\n<ul class="links">\n${times(12, line)}</ul>\n`;
  },
  'other scripts': () => {
    const [lang, script] = english.helpers.objectEntry(others);
    const text = heading(2, script) + times(4, () => paragraph(script)) + list('ul', 1, script);
    return `<section lang="${lang}">${text}${table(3, 4, script)}<blockquote>${paragraph(script)}</blockquote></section>\n`;
  },
};

export const pageKinds = Object.keys(sections) as (keyof typeof sections)[]; // Object.keys forgets what the keys are.

const head = () => `<!DOCTYPE html>
<html lang="en" class="no-js" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words(4)} | Example</title>
<meta name="description" content="${words(14)}">
<meta property="og:image" content="https://www.example.com/og/${slug()}.png">
<link rel="stylesheet" href="/assets/main.css?v=${below(10_000)}">
<style>:root{--gap:1rem}.card>a:hover{color:red}.grid{display:grid;gap:var(--gap)}</style>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"TechArticle","headline":"${words(4)}"}</script>
<script>document.documentElement.classList.replace("no-js","js");if(1<2&&2>1){window.ready=true}</script>
</head>
<body class="page">
<header class="site-header"><a href="/" class="logo">Example</a><form role="search"><input name="q"></form></header>
<nav class="sidebar"><ul>
${times(20, () => `<li><a href="/docs/${slug()}/">${words(2)}</a></li>`, '\n')}
</ul></nav>
<main id="content"><article>
<h1>${words(5)}</h1>
`;

const tail = `</article></main>
<footer><p>Example, 2026</p><nav><a href="/privacy">Privacy</a> <a href="/terms">Terms</a></nav></footer>
<script src="/assets/main.js" async></script>
</body>
</html>
`;

/** A page of a kind, as UTF-8, with at most `size` bytes and not many fewer. Editions have other words. */
export function makePage(kind: (typeof pageKinds)[number], edition: number, size: number): Uint8Array {
  for (const script of [english, ...Object.values(others)]) script.seed(1 + edition);
  let page = head();
  // A section that is too long may be followed by one that still fits.
  for (let tooLong = 0; tooLong < 16; ) {
    const longer = page + sections[kind]();
    if (Buffer.byteLength(longer + tail) > size) tooLong++;
    else page = longer;
  }
  return new TextEncoder().encode(page + tail);
}
