import type { Element } from './elements.ts';
import type { Inline } from './inline.ts';
import type { Layout } from './layout.ts';
import type { Output } from './output.ts';

/**
 * Writes elements kept as HTML around their text: descriptions (`dl`, `dt`, `dd`), addresses, and the summary of
 * `details`. A start tag is written lazily, with the first content.
 */
export class Terms {
  readonly #output: Output;
  readonly #layout: Layout;
  readonly #inline: Inline;

  constructor(output: Output, layout: Layout, inline: Inline) {
    this.#output = output;
    this.#layout = layout;
    this.#inline = inline;
  }

  open({ open }: Element): void {
    this.#inline.block = 'terms';
    this.#inline.lead += open;
  }

  /** Writes the pending start tags, before a block begins within them. */
  writeLead(): void {
    const inline = this.#inline;
    if (inline.lead === '' || inline.block !== 'terms') return;
    inline.end();
    this.#begin(this.#takeLead());
    this.#layout.end();
  }

  closeTerm({ close }: Element): void {
    const inline = this.#inline;
    if (inline.lead !== '') {
      this.#begin(this.#takeLead());
    } else if (this.#layout.current === 'terms') {
      inline.endOfCell();
    } else {
      inline.end();
      this.#layout.begin('terms');
    }
    this.#output.ascii(close);
    inline.end();
  }

  closeTerms({ open, close }: Element): void {
    const inline = this.#inline;
    if (inline.lead !== '') {
      // It was empty.
      inline.lead = inline.lead.slice(0, -open.length);
      if (inline.lead === '') inline.block = 'paragraph';
      return;
    }
    inline.end();
    if (this.#layout.before === 'terms') {
      this.#output.ascii(close);
      return;
    }
    this.#begin(close);
    this.#layout.end();
  }

  /** Closes a summary; one without content is not written. */
  closeSummary(element: Element): void {
    if (this.#inline.lead === '') this.closeTerm(element);
    else this.closeTerms(element);
  }

  #begin(text: string): void {
    this.#layout.begin('terms');
    this.#output.ascii(text);
  }

  #takeLead(): string {
    const { lead } = this.#inline;
    this.#inline.lead = '';
    this.#inline.block = 'paragraph';
    return lead;
  }
}
