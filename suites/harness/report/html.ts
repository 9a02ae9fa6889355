import { raw, html as written } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { toVisibleText } from '../../../spec/visible-text.ts';

/** Text that is already HTML; {@link html} escapes all other text. */
export type Html = HtmlEscapedString;

export { raw };

/** Renders HTML with `hono/html`. Its result is a promise only if a part is one, and no part here is. */
export function html(literals: TemplateStringsArray, ...parts: readonly unknown[]): Html {
  return written(literals, ...parts) as Html;
}

/** Content of closed details, which the script of the page adds when they are opened. */
export interface LaterContent {
  /** Keeps content for later; the result takes its place. */
  later(content: Html): Html;
  /** Everything that was kept, as data. */
  data(): Html;
}

/** Keeps content out of the page until it is needed: a report of all failures has 300,000 elements. */
export function createLaterContent(): LaterContent {
  const kept: string[] = [];
  return {
    later: (content) => html`<div data-later="${kept.push(toVisibleText(`${content}`)) - 1}"></div>`,
    data() {
      // Neither the end of a script nor a comment may begin in it.
      const json = JSON.stringify(kept).replaceAll('</', '<\\/').replaceAll('<!', '<\\u0021');
      return html`<script type="application/json" id="later">${raw(json)}</script>`;
    },
  };
}

/** A sentence with the text between backticks as code. */
export function sentenceView(sentence: string): Html {
  return html`${sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
