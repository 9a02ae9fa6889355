import { type Html, html } from './html.ts';

/** A sentence with what stands between backticks as code. */
export function sentenceView(sentence: string): Html {
  return html`${sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
