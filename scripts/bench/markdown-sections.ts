import type { Draws } from './markdown-random.ts';
import { otherScripts, type Script } from './markdown-words.ts';

/** Makes the next section of a page. */
export type Section = (draws: Draws) => string;

const times = <Made>(count: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Words with what stands in running text: links, code, emphasis, references to characters. */
function prose(draws: Draws, script?: Script): string {
  const end = script?.stop ?? '.';
  const sentence = () => {
    const words = draws.words(6 + draws.below(12), script);
    switch (draws.below(8)) {
      case 0:
        return `${words} <a href="/docs/${draws.slug()}/#${draws.slug()}">${draws.words(2, script)}</a>${end}`;
      case 1:
        return `${words} <code>${draws.slug()}</code> ${draws.words(4, script)}${end}`;
      case 2:
        return `<strong>${draws.words(2, script)}</strong> ${words}${end}`;
      case 3:
        return `${words} <em>${draws.words(1, script)}</em>${end}`;
      case 4:
        return `${words} &amp; ${draws.words(2, script)} &lt;${draws.slug()}&gt;&nbsp;${draws.words(2, script)}${end}`;
      default:
        return `${words}${end}`;
    }
  };
  return times(2 + draws.below(4), sentence).join(' ');
}

function heading(draws: Draws, level: number, script?: Script): string {
  const id = draws.slug();
  return (
    `<div class="heading-wrapper level-h${level}"><h${level} id="${id}">${draws.words(4, script)}</h${level}>` +
    `<a class="anchor-link" href="#${id}" aria-label="Section"><span aria-hidden="true" class="icon">` +
    `<svg width="16" height="16" viewBox="0 0 24 24"><path d="m12.11 15.39-3.88 3.88a2.52 2.52 0 0 1-3.5 0"/></svg>` +
    `</span></a></div>\n`
  );
}

const paragraph = (draws: Draws, script?: Script) => `<p>${prose(draws, script)}</p>\n`;

function list(draws: Draws, tag: 'ul' | 'ol', depth: number, script?: Script): string {
  const items = times(3 + draws.below(3), (index) => {
    const inner = depth > 0 && index === 1 ? `\n${list(draws, 'ul', depth - 1, script)}` : '';
    return `  <li>${draws.words(8, script)} <a href="../${draws.slug()}/">${draws.words(2, script)}</a>${inner}</li>\n`;
  });
  return `<${tag}>\n${items.join('')}</${tag}>\n`;
}

function plainCode(draws: Draws): string {
  const lines = times(
    6,
    (index) =>
      `${'  '.repeat(index % 3)}const ${draws.slug().replaceAll('-', '_')} = await get("${draws.slug()}"); // &lt;T&gt; &amp;&amp; ${draws.words(3)}`,
  );
  return `<pre><code class="language-ts">${lines.join('\n')}\n</code></pre>\n`;
}

/** A code block as highlighters leave it: every token in an element of its own. */
function highlightedCode(draws: Draws): string {
  const token = (kind: string, text: string) => `<span class="token ${kind}">${text}</span>`;
  const lines = times(12 + draws.below(12), (index) => {
    const name = draws.slug().replaceAll('-', '_');
    const tokens = [
      token('keyword', draws.of(['const', 'let', 'return', 'export', 'await'])),
      ` ${name} `,
      token('operator', '='),
      ' ',
      token('function', draws.slug().replaceAll('-', '')),
      token('punctuation', '('),
      token('string', `&quot;${draws.words(2)}&quot;`),
      token('punctuation', ')'),
      token('punctuation', ';'),
    ];
    return `<span class="line" data-line="${index}">${'\t'.repeat(index % 3)}${tokens.join('')}</span>`;
  });
  const language = draws.of(['js', 'ts', 'python', 'bash', 'json']);
  return `<figure class="code"><pre class="highlight" tabindex="0"><code class="language-${language}">${lines.join('\n')}</code></pre></figure>\n`;
}

function table(draws: Draws, rows: number, columns: number, script?: Script): string {
  const cell = (column: number) => {
    switch (column % 4) {
      case 0:
        return `<td><code>${draws.slug()}</code></td>`;
      case 1:
        return `<td class="align-right">${draws.below(100_000)}</td>`;
      case 2:
        return `<td><a href="/reference/${draws.slug()}/" title="${draws.words(2)}">${draws.words(2, script)}</a></td>`;
      default:
        return `<td>${draws.words(5, script)} &mdash; ${draws.words(2, script)}</td>`;
    }
  };
  const head = times(columns, () => `<th scope="col">${draws.words(1, script)}</th>`).join('');
  const body = times(rows, () => `<tr>${times(columns, cell).join('')}</tr>\n`).join('');
  return `<div class="table-wrap"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}</tbody></table></div>\n`;
}

/** A page of documentation: some of everything. */
export const docsSection: Section = (draws) =>
  [
    heading(draws, 2),
    ...times(3, () => paragraph(draws)),
    list(draws, 'ul', 1),
    heading(draws, 3),
    paragraph(draws),
    draws.below(2) === 0 ? plainCode(draws) : highlightedCode(draws),
    `<aside class="note" aria-label="Note"><p class="note-title">Note</p><div>${paragraph(draws)}</div></aside>\n`,
    list(draws, 'ol', 0),
    `<blockquote>${paragraph(draws)}</blockquote>\n`,
    draws.below(3) === 0 ? table(draws, 4, 3) : '',
    `<figure><img src="/images/${draws.slug()}.png" alt="${draws.words(3)}" width="800" height="400" loading="lazy">` +
      `<figcaption>${draws.words(5)}</figcaption></figure>\n`,
  ].join('');

/** A reference that is nearly all tables. */
export const tableSection: Section = (draws) =>
  heading(draws, 2) + paragraph(draws) + table(draws, 20 + draws.below(20), 4 + draws.below(4));

/** A tutorial that is nearly all code. */
export const codeSection: Section = (draws) =>
  heading(draws, 3) + paragraph(draws) + highlightedCode(draws) + plainCode(draws);

/** An index, a blog roll or a shop: cards and lists of links and images. */
export const linkSection: Section = (draws) => {
  const card = () =>
    `<div class="card shadow-sm"><a href="https://www.example.com/${draws.slug()}?ref=${draws.below(1000)}&amp;page=2" class="card-link">` +
    `<img src="//cdn.example.com/${draws.slug()}.jpg" alt="${draws.words(2)}"><span class="card-title">${draws.words(4)}</span></a>` +
    `<p class="muted">${draws.words(6)} <a href="${draws.slug()}.html">${draws.words(1)}</a></p></div>\n`;
  const line = () =>
    `<li class="item"><a href="/${draws.slug()}/${draws.slug()}">${draws.words(4)}</a></li>\n`;
  return `${heading(draws, 2)}<div class="grid">\n${times(6, card).join('')}</div>\n<ul class="links">\n${times(12, line).join('')}</ul>\n`;
};

/** An article in a script that is not Latin. */
export const otherScriptSection: Section = (draws) => {
  const script = draws.of(otherScripts);
  return (
    `<section lang="${script.lang}">${heading(draws, 2, script)}${times(4, () => paragraph(draws, script)).join('')}` +
    `${list(draws, 'ul', 1, script)}${table(draws, 3, 4, script)}<blockquote>${paragraph(draws, script)}</blockquote></section>\n`
  );
};
