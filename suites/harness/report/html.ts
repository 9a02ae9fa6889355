/** Text that is HTML already; everything else is escaped where it stands in {@link html}. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

/**
 * Makes HTML. What is put in is escaped, unless it is HTML; of nothing nothing is written.
 *
 * @example
 * html`<p title="${'"a" & <b>'}">${[html`<b>x</b>`, 1]}</p>`.text
 * // '<p title="&quot;a&quot; &amp; &lt;b&gt;"><b>x</b>1</p>'
 */
export function html(literals: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(
    literals.map((literal, index) => literal + (index < parts.length ? written(parts[index]) : '')).join(''),
  );
}

function written(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(written).join('');
  return escapeHtml(String(part));
}

/** Text as it stands in HTML, in attributes too. Control characters are shown, since HTML allows none. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replace(/[^\P{Cc}\t\n]/gu, (control) => (control === '\r' ? '' : '\ufffd'));
}
