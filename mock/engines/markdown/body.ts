import { Attributes, valueText } from './attributes.ts';
import { Blocks } from './blocks.ts';
import { byte, isSpace } from './bytes.ts';
import { CodeBlock } from './code-block.ts';
import { CellCode, CodeSpan } from './code-span.ts';
import {
  htmlText,
  imageText,
  isSimpleText,
  linkTarget,
  type PageAddress,
  pageAddress,
  resolveReference,
  writeSimpleTarget,
  writeSimpleTitle,
} from './destinations.ts';
import { type Element, elementCalled, hasEnd, kinds } from './elements.ts';
import { Metadata } from './frontmatter.ts';
import { Inline } from './inline.ts';
import { isJsonLd, JsonLd } from './json-ld.ts';
import { Layout } from './layout.ts';
import { Output } from './output.ts';
import { TextWriter } from './text.ts';
import type { TokenSink } from './tokenizer.ts';

/** Attributes of links and images: the destination, the title, and other labels. */
const linkNames = ['href', 'title', 'aria-label'];
const imageNames = ['src', 'title', 'alt'];

const paragraph = elementCalled('p');
const anchor = elementCalled('a');

/** Converts a page's tags and text to Markdown, and collects metadata and JSON-LD on the way. */
export class Body implements TokenSink {
  readonly metadata = new Metadata();
  readonly jsonLd = new JsonLd();
  readonly #output: Output;
  readonly #layout: Layout;
  readonly #inline: Inline;
  readonly #text: TextWriter;
  readonly #codeBlock: CodeBlock;
  readonly #codeSpan: CodeSpan;
  readonly #blocks: Blocks;
  readonly #attributes = new Attributes();
  readonly #cellCode: CellCode;
  readonly #page: PageAddress | undefined;
  readonly #textArea = new Output();
  /** The consumer of the open raw element's content. */
  #content: 'json-ld' | 'text' | undefined;

  /**
   * @param output receives the Markdown
   * @param onFirst called before its first byte: later metadata comes too late
   * @param url of the page, to resolve relative links
   */
  constructor(output: Output, onFirst: () => void, url: string | undefined) {
    this.#output = output;
    const layout = new Layout(output, onFirst);
    this.#layout = layout;
    this.#inline = new Inline(output, layout);
    this.#text = new TextWriter(output, this.#inline);
    this.#codeBlock = new CodeBlock(output, layout);
    this.#codeSpan = new CodeSpan(output, this.#inline);
    this.#cellCode = new CellCode(output, this.#inline);
    this.#blocks = new Blocks({
      output,
      layout,
      inline: this.#inline,
      text: this.#text,
      codeBlock: this.#codeBlock,
      codeSpan: this.#codeSpan,
      cellCode: this.#cellCode,
    });
    this.#page = url === undefined ? undefined : pageAddress(url);
  }

  /** Number of bytes at the end of the output that may still change. */
  get unsettled(): number {
    const first = Math.min(this.#codeBlock.unsettledFrom, this.#inline.unsettledFrom);
    return Math.max(0, this.#output.position - first);
  }

  /** Whether any content was written. */
  get hasText(): boolean {
    return !this.#layout.isEmpty;
  }

  /** Closes everything that is open. */
  end(): void {
    this.#closeTextArea();
    this.#blocks.end();
  }

  text(source: Uint8Array, start: number, end: number): void {
    const blocks = this.#blocks;
    if (blocks.isStripped) {
      if (!blocks.isInHead || isBlank(source, start, end)) return;
      blocks.leaveHead();
    }
    if (this.#codeBlock.isOpen) {
      this.#codeBlock.write(source, start, end);
      return;
    }
    if (blocks.awaitsCell) {
      if (isBlank(source, start, end)) return;
      blocks.openImpliedCell();
    }
    if (this.#codeSpan.depth > 0) this.#codeSpan.write(source, start, end);
    else if (this.#cellCode.depth > 0) this.#cellCode.write(source, start, end);
    else this.#text.write(source, start, end);
  }

  content(source: Uint8Array, start: number, end: number): void {
    if (this.#content === 'json-ld') this.jsonLd.write(source, start, end);
    else if (this.#content === 'text') this.#textArea.raw(source, start, end);
  }

  open(element: Element, source: Uint8Array, start: number, end: number): void {
    const attributes = this.#attributes;
    attributes.read(source, start, end);
    switch (element.kind) {
      case kinds.meta:
        this.metadata.note(attributes);
        return;
      case kinds.text:
        this.#openRaw(element, attributes);
        return;
      default:
    }
    const blocks = this.#blocks;
    if (blocks.isInHead && element.kind !== kinds.stripped && element.kind !== kinds.head) {
      if (element.name !== 'html') blocks.leaveHead();
    }
    if (!blocks.isStripped) this.#openVisible(element, attributes);
    else if (hasEnd(element)) blocks.openStripped(element);
  }

  close(element: Element): void {
    const { kind } = element;
    if (kind === kinds.text) {
      if (this.#content === 'json-ld') this.jsonLd.close();
      this.#closeTextArea();
      this.#content = undefined;
    } else if (kind === kinds.mark || kind === kinds.code || kind === kinds.link) {
      if (this.#blocks.isStripped) return;
      if (!this.#codeBlock.isOpen) this.#closeInline(element);
      else if (element.name === 'code') this.#codeBlock.closeCode();
    } else if (kind === kinds.word) {
      if (!this.#blocks.isStripped) this.#inline.space = true;
    } else if (kind === kinds.button) {
      if (!this.#blocks.isStripped && this.#codeBlock.isOpen) this.#codeBlock.ownLine();
    } else if (!this.#blocks.close(element) && !this.#blocks.isStripped) {
      // Browsers turn an unmatched `</p>` into an empty paragraph, and `</br>` into a line break.
      if (element === paragraph) this.#blocks.break();
      else if (kind === kinds.lineBreak) this.#lineBreak();
    }
  }

  #openRaw(element: Element, attributes: Attributes): void {
    if (element.name === 'script' && isJsonLd(attributes.get('type'))) this.#content = 'json-ld';
    else this.#content = element.name === 'textarea' ? 'text' : undefined;
  }

  /** Writes the content of a `textarea`, which arrives in pieces of any size. */
  #closeTextArea(): void {
    const { bytes, length } = this.#textArea;
    this.#textArea.length = 0;
    if (length > 0) this.text(bytes, 0, length);
  }

  #openVisible(element: Element, attributes: Attributes): void {
    if (this.#codeBlock.isOpen) {
      this.#blocks.openInCode(element, attributes);
      return;
    }
    switch (element.kind) {
      case kinds.root:
      case kinds.foreign:
      case kinds.button:
        return;
      case kinds.mark:
        if (this.#codeSpan.depth === 0) this.#inline.open(element, element.open, element.close);
        return;
      case kinds.code:
        if (this.#cellCode.depth > 0) this.#inline.open(element, '<code>', '</code>');
        else this.#codeSpan.depth++;
        return;
      case kinds.input:
        if (attributes.get('type')?.toLowerCase() === 'checkbox') this.#task(attributes.find('checked'));
        return;
      case kinds.link:
        this.#openLink(attributes);
        return;
      case kinds.image:
        this.#image(attributes);
        return;
      case kinds.lineBreak:
        this.#lineBreak();
        return;
      case kinds.word:
        this.#inline.space = true;
        return;
      default:
        this.#blocks.open(element, attributes);
    }
  }

  #closeInline(element: Element): void {
    if (element.kind === kinds.code) {
      if (this.#codeSpan.depth === 0) {
        this.#inline.close(element);
        return;
      }
      this.#codeSpan.depth--;
      if (this.#codeSpan.depth === 0) this.#codeSpan.flush(this.#text.inCell);
    } else if (this.#codeSpan.depth === 0) {
      this.#inline.close(element);
    } else if (element.kind === kinds.link) {
      this.#codeSpan.flush(this.#text.inCell);
      this.#inline.close(element);
    }
  }

  #openLink(attributes: Attributes): void {
    if (this.#codeSpan.depth > 0) this.#codeSpan.flush(this.#text.inCell);
    // A link inside a link ends the outer one (HTML, section 13.2.6.4.7).
    if (this.#inline.has(anchor)) this.#inline.close(anchor);
    attributes.locate(linkNames);
    if (!attributes.select(0)) return;
    const { targets } = this.#inline;
    const start = targets.length;
    this.#writeTarget(targets, attributes);
    const end = targets.length;
    const tag = this.#tag(attributes);
    this.#inline.open(anchor, '[', ']', { start, end, tag, label: this.#label(attributes) });
  }

  /** The start tag of a link that is open where HTML begins. Few links need it, so it is made lazily. */
  #tag(attributes: Attributes): () => string {
    const { targets } = this.#inline;
    const start = targets.length;
    attributes.select(0);
    targets.raw(attributes.source, attributes.start, attributes.end);
    const middle = targets.length;
    if (attributes.select(1)) targets.raw(attributes.source, attributes.start, attributes.end);
    const end = targets.length;
    return () => {
      const address = resolveReference(valueText(targets.bytes, start, middle), this.#page);
      const title = valueText(targets.bytes, middle, end);
      return `<a href="${htmlText(address)}"${title === '' ? '' : ` title="${htmlText(title)}"`}>`;
    };
  }

  /** The text of a link without text: its `title`, or its accessible name. */
  #label(attributes: Attributes): (() => string) | undefined {
    if (!(attributes.select(1) && attributes.end > attributes.start) && !attributes.select(2))
      return undefined;
    const { targets } = this.#inline;
    const start = targets.length;
    targets.raw(attributes.source, attributes.start, attributes.end);
    const end = targets.length;
    // Few links need it, so it is made lazily.
    return () => {
      const label = valueText(targets.bytes, start, end);
      if (label.trim() === '') return '';
      return this.#inline.isHtml ? htmlText(label) : this.#inCell(imageText(label));
    };
  }

  #image(attributes: Attributes): void {
    attributes.locate(imageNames);
    const hasSource = attributes.select(0) && attributes.end > attributes.start;
    const hasAlt = attributes.select(2) && attributes.end > attributes.start;
    if (!hasSource && !hasAlt) return;
    if (this.#codeSpan.depth > 0) this.#codeSpan.flush(this.#text.inCell);
    if (this.#blocks.awaitsCell) this.#blocks.openImpliedCell();
    this.#inline.beforeMarkup(byte.exclamation);
    if (this.#inline.isHtml) {
      const alt = hasAlt ? attributes.text : '';
      const address = attributes.select(0) ? resolveReference(attributes.text, this.#page) : '';
      const title =
        attributes.select(1) && attributes.text !== '' ? ` title="${htmlText(attributes.text)}"` : '';
      this.#output.text(`<img src="${htmlText(address)}" alt="${htmlText(alt)}"${title}>`);
      return;
    }
    const output = this.#output;
    this.#inline.guardAddress();
    output.ascii('![');
    if (hasAlt && attributes.select(2)) {
      if (isSimpleText(attributes)) {
        output.raw(attributes.source, attributes.start, attributes.end);
      } else {
        output.text(this.#inCell(imageText(attributes.text)));
      }
    }
    output.ascii('](');
    // An image without an address shows nothing.
    if (hasSource && attributes.select(0)) this.#writeTarget(output, attributes);
    else output.text(this.#inCell(linkTarget('', attributes.select(1) ? attributes.text : undefined)));
    output.byte(byte.closeParenthesis);
    this.#inline.endText();
  }

  /** Writes the destination from the first located attribute, with the title from the second. */
  #writeTarget(target: Output, attributes: Attributes): void {
    const { length } = target;
    if (writeSimpleTarget(target, attributes, this.#page)) {
      if (!attributes.select(1) || writeSimpleTitle(target, attributes)) return;
      target.length = length;
    }
    const title = attributes.select(1) ? attributes.text : undefined;
    attributes.select(0);
    target.text(this.#target(attributes.text, title));
  }

  #target(reference: string, title: string | undefined): string {
    return this.#inCell(linkTarget(resolveReference(reference, this.#page), title));
  }

  /** Text that may be in a table cell, where a pipe would end it. */
  #inCell(text: string): string {
    return this.#text.inCell ? text.replaceAll('|', '\\|') : text;
  }

  /** Writes a task's checkbox (GFM, section 5.3), which is only valid at the start of an item. */
  #task(checked: boolean): void {
    if (!this.#layout.isAtMarker || this.#inline.flat > 0) return;
    this.#inline.beforeMarkup(byte.openBracket);
    this.#output.ascii(checked ? '[x]' : '[ ]');
    this.#inline.space = true;
  }

  #lineBreak(): void {
    if (this.#codeSpan.depth > 0) this.#codeSpan.flush(this.#text.inCell);
    this.#inline.lineBreak();
  }
}

function isBlank(source: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isSpace(source[i] ?? 0)) return false;
  return true;
}
