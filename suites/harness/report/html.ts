import { html as written } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Text that is already HTML; {@link html} escapes all other text. */
export type Html = HtmlEscapedString;

export { raw } from 'hono/html';

/** Renders HTML with `hono/html`. Its result is a promise only if a part is one, and no part here is. */
export function html(literals: TemplateStringsArray, ...parts: readonly unknown[]): Html {
  return written(literals, ...parts) as Html;
}

/** A sentence with the text between backticks as code. */
export function sentenceView(sentence: string): Html {
  return html`${sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
