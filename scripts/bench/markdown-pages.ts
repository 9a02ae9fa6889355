/** Pseudorandom draws, the same in every run. */
export class Draws {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A whole number from 0 up to, not including, `bound` (mulberry32). */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  }

  /** One of several items. */
  of<Thing>(things: readonly [Thing, ...Thing[]] | readonly Thing[]): Thing {
    return things[this.below(things.length)] as Thing; // It is below their number, and there is one.
  }

  /** Words in a row. */
  words(count: number, script: Script = english): string {
    return Array.from({ length: count }, () => this.of(script.words)).join(script.gap);
  }

  /** The name of a page or an anchor. */
  slug(): string {
    return this.words(3)
      .toLowerCase()
      .replaceAll(/[^a-z0-9 ]/g, '')
      .replaceAll(' ', '-');
  }
}

/** Words of one script, enough of them that repetition doesn't help an engine. */
export interface Script {
  readonly lang: string;
  readonly words: readonly string[];
  /** The separator of words: empty in scripts without one. */
  readonly gap: string;
  readonly stop: string;
}

const split = (words: string) => words.split(' ');

export const english: Script = {
  lang: 'en',
  gap: ' ',
  stop: '.',
  words: split(
    'the a request response server client cache value header body stream chunk zone rule token key object ' +
      'bucket worker route origin edge page link list table row cell code block line word text image title ' +
      'name path query host port method status error limit size time hour day week month year user account ' +
      'team project version release branch commit file folder build deploy test check measure record report ' +
      'sends reads writes keeps drops holds opens closes starts stops waits returns answers matches follows ' +
      'first last next previous empty full large small quick slow local global public private secure default ' +
      'when where while before after until unless because although however therefore within without between ' +
      'and or not only also each every any some most many few more less than then there here this that these ' +
      'configure install upgrade migrate validate negotiate convert compress decode encode resolve subscribe ' +
      'it’s don’t user’s “quoted” e.g. i.e. 42 100 3.14 2026 v2 HTTP URL JSON API HTML CSS DNS TLS SDK CLI',
  ),
};

/** Scripts other than Latin; together they have characters of two, three and four bytes. */
export const otherScripts: readonly Script[] = [
  {
    lang: 'ru',
    gap: ' ',
    stop: '.',
    words: split(
      'запрос ответ сервер клиент значение заголовок поток правило ключ объект страница ссылка список таблица ' +
        'строка ячейка который можно нужно после перед если тогда также каждый новый большой быстрый и в на с по',
    ),
  },
  {
    lang: 'el',
    gap: ' ',
    stop: '.',
    words: split(
      'αίτημα απάντηση διακομιστής πελάτης τιμή κεφαλίδα ροή κανόνας κλειδί σελίδα και το η ο με για από',
    ),
  },
  {
    lang: 'ar',
    gap: ' ',
    stop: '.',
    words: split(
      'طلب استجابة خادم عميل قيمة رأس تدفق قاعدة مفتاح كائن صفحة رابط قائمة جدول صف خلية من إلى على في',
    ),
  },
  {
    lang: 'he',
    gap: ' ',
    stop: '.',
    words: split(
      'בקשה תגובה שרת לקוח ערך כותרת זרם כלל מפתח אובייקט דף קישור רשימה טבלה שורה תא של על עם או',
    ),
  },
  {
    lang: 'hi',
    gap: ' ',
    stop: '।',
    words: split('अनुरोध उत्तर सर्वर ग्राहक मान शीर्षक धारा नियम कुंजी वस्तु पृष्ठ कड़ी सूची तालिका पंक्ति और का की के में से'),
  },
  {
    lang: 'zh',
    gap: '',
    stop: '。',
    words: split(
      '请求 响应 服务器 客户端 缓存 数值 标头 正文 数据流 区域 规则 令牌 密钥 对象 页面 链接 列表 表格 的 和 在 是 可以 然后 🙂',
    ),
  },
  {
    lang: 'ja',
    gap: '',
    stop: '。',
    words: split(
      'リクエスト 応答 サーバー クライアント 値 ヘッダー 本文 ストリーム ルール 鍵 ページ リンク 一覧 表 の を に は です ます 𠮷',
    ),
  },
  {
    lang: 'ko',
    gap: ' ',
    stop: '.',
    words: split(
      '요청 응답 서버 클라이언트 캐시 값 머리글 본문 흐름 규칙 토큰 열쇠 객체 페이지 연결 목록 표 그리고 또는 에서',
    ),
  },
  {
    lang: 'th',
    gap: '',
    stop: ' ',
    words: split('คำขอ การตอบ เซิร์ฟเวอร์ ลูกค้า ค่า ส่วนหัว เนื้อหา กฎ กุญแจ วัตถุ หน้า ลิงก์ รายการ ตาราง และ หรือ ใน'),
  },
];

/** Creates the next section of a page. */
export type Section = (draws: Draws) => string;

const times = <Made>(count: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Words with inline markup: links, code, emphasis, character references. */
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

/** A code block as highlighters write it: every token in an element of its own. */
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

/** A documentation page: some of everything. */
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

/** A reference that is mostly tables. */
export const tableSection: Section = (draws) =>
  heading(draws, 2) + paragraph(draws) + table(draws, 20 + draws.below(20), 4 + draws.below(4));

/** A tutorial that is mostly code. */
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

/** The pages to convert: generated, the same in every run, of common kinds. */

const sections = {
  docs: docsSection,
  tables: tableSection,
  code: codeSection,
  links: linkSection,
  'other scripts': otherScriptSection,
} as const satisfies Record<string, Section>;

export type PageKind = keyof typeof sections;

export const pageKinds = Object.keys(sections) as PageKind[]; // Object.keys forgets what the keys are.

/** Sizes in bytes. The largest is the limit of the conversion (seed inference-and-conversion, Limits). */
export const pageSizes = {
  '20 KB': 20_000,
  '200 KB': 200_000,
  '1 MB': 1_000_000,
  '6 MiB': 6_291_456,
} as const;

export type PageSize = keyof typeof pageSizes;

const head = (draws: Draws) => `<!DOCTYPE html>
<html lang="en" class="no-js" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${draws.words(4)} | Example</title>
<meta name="title" content="${draws.words(4)}">
<meta name="description" content="${draws.words(14)}">
<meta property="og:image" content="https://www.example.com/og/${draws.slug()}.png">
<link rel="canonical" href="https://www.example.com/docs/${draws.slug()}/">
<link rel="stylesheet" href="/assets/main.css?v=${draws.below(10_000)}">
<style>:root{--gap:1rem}.card>a:hover{color:red}.grid{display:grid;gap:var(--gap)}</style>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"TechArticle","headline":"${draws.words(4)}"}</script>
<script>document.documentElement.classList.replace("no-js","js");if(1<2&&2>1){window.ready=true}</script>
</head>
<body class="page">
<header class="site-header"><a href="/" class="logo">Example</a><form role="search"><input name="q"></form></header>
<nav class="sidebar"><ul>
${Array.from({ length: 20 }, () => `<li><a href="/docs/${draws.slug()}/">${draws.words(2)}</a></li>`).join('\n')}
</ul></nav>
<main id="content"><article>
<h1>${draws.words(5)}</h1>
`;

const tail = `</article></main>
<footer><p>Example, 2026</p><nav><a href="/privacy">Privacy</a> <a href="/terms">Terms</a></nav></footer>
<script src="/assets/main.js" async></script>
</body>
</html>
`;

/**
 * A page of a kind, as UTF-8. It has at most `size` bytes, and not many fewer.
 *
 * @example
 * markdownPage('docs', 20_000).length; // 19,000 or so
 */
export function markdownPage(kind: PageKind, size: number): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const draws = new Draws(1 + pageKinds.indexOf(kind));
  const page = new Uint8Array(size);
  let used = 0;
  const put = (bytes: Uint8Array) => {
    page.set(bytes, used);
    used += bytes.length;
  };
  put(encoder.encode(head(draws)));
  const end = encoder.encode(tail);
  // A section that is too long may be followed by one that still fits.
  for (let tooLong = 0; tooLong < 16; ) {
    const section = encoder.encode(sections[kind](draws));
    if (used + section.length + end.length > size) tooLong++;
    else put(section);
  }
  put(end);
  return page.slice(0, used);
}

/** The pieces of a page as from a connection; they share its memory. */
export function getChunks(page: Uint8Array, bytes = 65_536): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let from = 0; from < page.length; from += bytes) chunks.push(page.subarray(from, from + bytes));
  return chunks;
}

/** Joins pieces. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const page = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let used = 0;
  for (const chunk of chunks) {
    page.set(chunk, used);
    used += chunk.length;
  }
  return page;
}
