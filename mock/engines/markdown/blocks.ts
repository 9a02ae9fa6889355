import type { Attributes } from './attributes.ts';
import type { CodeBlock } from './code-block.ts';
import type { CellCode, CodeSpan } from './code-span.ts';
import { type Element, elementCalled, hasEnd, type Kind, kinds } from './elements.ts';
import type { Inline } from './inline.ts';
import { getNumber, type Layout, type List } from './layout.ts';
import { OpenElements } from './open-elements.ts';
import type { Output } from './output.ts';
import { Tables } from './tables.ts';
import { Terms } from './terms.ts';
import type { TextWriter } from './text.ts';

interface BlockParts {
  readonly output: Output;
  readonly layout: Layout;
  readonly inline: Inline;
  readonly text: TextWriter;
  readonly codeBlock: CodeBlock;
  readonly codeSpan: CodeSpan;
  readonly cellCode: CellCode;
}

/** How an element was opened, which determines how it is closed. */
const states = {
  plain: 0,
  /** Where no line may end: its tags are kept, or become a space. */
  flat: 1,
  /** In a code block: it has lines of its own. */
  inCode: 2,
  /** An item or a quote, whose lines have a prefix. */
  contained: 3,
  /** A list in a list: it is inside an item of the outer one. */
  reopened: 4,
  /** In omitted content. */
  stripped: 5,
} as const;

const paragraph = elementCalled('p');
const emphasis = elementCalled('em');
const itemBarriers: ReadonlySet<Kind> = new Set([kinds.list, kinds.quote, kinds.terms, kinds.kept]);
/** Scopes that an item's end tag does not leave (HTML, section 13.2.4.2, list item scope). */
const itemScope: ReadonlySet<Kind> = new Set([kinds.list]);
/** Elements that may begin in the line of a pending start tag. */
const withoutLine: ReadonlySet<Kind> = new Set([kinds.block, kinds.summary, kinds.terms, kinds.term]);
const termBarriers: ReadonlySet<Kind> = new Set([kinds.terms, kinds.list, kinds.quote, kinds.kept]);

/**
 * Opens and closes the blocks of a page: elements that begin and end lines, and elements omitted with their content.
 */
export class Blocks {
  readonly #output: Output;
  readonly #layout: Layout;
  readonly #inline: Inline;
  readonly #text: TextWriter;
  readonly #codeBlock: CodeBlock;
  readonly #codeSpan: CodeSpan;
  readonly #open: OpenElements;
  /** Depth of the outermost omitted element; 0 outside. */
  #strippedAt = 0;
  readonly #lists: List[] = [];
  /** The list of items outside any list. */
  readonly #stray: List = { ordered: false, next: 1, loose: false, empty: true, other: false };
  readonly #tables: Tables;
  readonly #terms: Terms;
  readonly #cellCode: CellCode;

  constructor({ output, layout, inline, text, codeBlock, codeSpan, cellCode }: BlockParts) {
    this.#cellCode = cellCode;
    this.#output = output;
    this.#layout = layout;
    this.#inline = inline;
    this.#text = text;
    this.#codeBlock = codeBlock;
    this.#codeSpan = codeSpan;
    this.#terms = new Terms(output, layout, inline);
    this.#open = new OpenElements((element, state) => this.#closed(element, state));
    this.#tables = new Tables({ output, layout, inline, text, open: this.#open, flat: states.flat });
  }

  /** Whether the following content is omitted. */
  get isStripped(): boolean {
    return this.#strippedAt > 0;
  }

  /** Whether the `head` is open, with no element open in it. */
  get isInHead(): boolean {
    return this.#strippedAt > 0 && this.#open.innermost?.kind === kinds.head;
  }

  /** Whether the following content needs an implied cell. */
  get awaitsCell(): boolean {
    return this.#tables.awaitsCell;
  }

  leaveHead(): void {
    this.#open.pop();
  }

  openStripped(element: Element): void {
    this.#open.push(element, states.stripped);
  }

  /** Closes an element at its end tag. @returns whether one was open */
  close(element: Element): boolean {
    if (element.kind === kinds.heading) return this.#open.closeKind(kinds.heading);
    return this.#open.close(element, element.kind === kinds.item ? itemScope : undefined);
  }

  /** Closes everything that is open. */
  end(): void {
    this.#open.closeAll();
    if (this.#codeSpan.depth > 0) this.#codeSpan.flush(false);
    this.#inline.closeAll();
    this.break();
  }

  /** Ends the open line, as the edge of a block does. */
  break(): void {
    if (this.#codeBlock.isOpen) {
      this.#codeBlock.ownLine();
      return;
    }
    if (this.#codeSpan.depth > 0) this.#codeSpan.flush(this.#text.inCell);
    if (this.#inline.flat > 0) {
      this.#inline.space = true;
      return;
    }
    this.#terms.writeLead();
    this.#inline.end();
  }

  /** Opens an element within a code block. */
  openInCode(element: Element, attributes: Attributes): void {
    const { kind } = element;
    if (kind === kinds.code) this.#codeBlock.openCode(attributes.get('class'));
    else if (kind === kinds.lineBreak) this.#codeBlock.newline();
    else if (kind === kinds.button) this.#codeBlock.ownLine();
    else if (kind === kinds.stripped) this.#strip(element);
    else if (hasEnd(element)) {
      this.#codeBlock.ownLine();
      this.#open.push(element, states.inCode);
    } else this.#codeBlock.tag();
  }

  open(element: Element, attributes: Attributes): void {
    if (element.endsParagraph && this.#open.isOpen(paragraph)) this.#open.closeKind(kinds.paragraph);
    switch (element.kind) {
      case kinds.head:
      case kinds.stripped:
        if (element.endsParagraph) this.break();
        this.#strip(element);
        return;
      case kinds.table:
        this.#openTable(element);
        return;
      case kinds.caption:
      case kinds.rowGroup:
      case kinds.row:
      case kinds.cell:
        this.#tables.openPart(element, attributes);
        return;
      case kinds.item:
        this.#open.closeKind(kinds.item, itemBarriers);
        break;
      case kinds.term:
        this.#open.closeKind(kinds.term, termBarriers);
        break;
      case kinds.heading:
        if (this.#open.innermost?.kind === kinds.heading) this.#open.pop();
        break;
      default:
    }
    if (this.awaitsCell) this.openImpliedCell();
    if (this.#codeSpan.depth > 0) this.#codeSpan.flush(this.#text.inCell);
    if (this.#inline.flat > 0) this.#openFlat(element, attributes);
    else this.#openBlock(element, attributes);
  }

  openImpliedCell(): void {
    this.#tables.openImpliedCell();
  }

  #strip(element: Element): void {
    if (this.#open.push(element, states.stripped)) this.#strippedAt = this.#open.depth;
  }

  /** Opens a block with lines of its own. */
  #openBlock(element: Element, attributes: Attributes): void {
    const inline = this.#inline;
    const { kind } = element;
    const parent = this.#open.innermost;
    if (!withoutLine.has(kind)) this.#terms.writeLead();
    inline.end();
    switch (kind) {
      case kinds.rule: {
        // After an item's marker, hyphens or asterisks could be more markers.
        const written = this.#layout.isAtMarker ? '___' : '---';
        this.#line('rule', written);
        return;
      }
      case kinds.list:
        this.#openList(element, attributes, parent);
        return;
      case kinds.item:
        this.#countFrom(attributes.get('value'));
        this.#open.push(element, this.#layout.openItem(this.#list) ? states.contained : states.plain);
        return;
      case kinds.quote:
        this.#open.push(element, this.#layout.openQuote() ? states.contained : states.plain);
        return;
      default:
    }
    if (!this.#open.push(element)) return;
    switch (kind) {
      case kinds.paragraph:
        if (parent?.kind === kinds.item) this.#list.loose = true;
        return;
      case kinds.heading:
        inline.block = 'heading';
        inline.lead = element.open;
        inline.flat++;
        this.#text.inHeading = true;
        return;
      case kinds.preformatted:
        this.#codeBlock.open(attributes.get('class'));
        return;
      case kinds.kept:
        this.#line('html', element.open);
        return;
      case kinds.summary:
      case kinds.terms:
      case kinds.term:
        this.#terms.open(element);
        return;
      case kinds.figcaption:
        inline.open(emphasis, '*', '*');
        return;
      default:
    }
  }

  /** Opens a block where no line may end. */
  #openFlat(element: Element, attributes: Attributes): void {
    this.#tables.openTag(element, attributes);
    if (element.isVoid) return;
    if (this.#open.push(element, states.flat) && element.kind === kinds.preformatted) this.#cellCode.open();
  }

  #closed(element: Element, state: number): void {
    if (state === states.stripped) {
      if (this.#open.depth === this.#strippedAt) this.#strippedAt = 0;
      return;
    }
    if (state === states.inCode) {
      this.#codeBlock.ownLine();
      return;
    }
    if (this.#codeSpan.depth > 0) this.#codeSpan.flush(this.#text.inCell);
    if (state === states.flat) this.#closedFlat(element);
    else this.#closedBlock(element, state);
  }

  #closedFlat(element: Element): void {
    if (element.kind === kinds.preformatted) this.#cellCode.depth--;
    if (element.kind === kinds.table) this.#tables.closedNested();
    this.#tables.closeTag(element);
  }

  #closedBlock(element: Element, state: number): void {
    const inline = this.#inline;
    switch (element.kind) {
      case kinds.heading:
        this.#closedHeading();
        return;
      case kinds.preformatted:
        this.#codeBlock.close();
        return;
      case kinds.summary:
        this.#terms.closeSummary(element);
        return;
      case kinds.term:
        this.#terms.closeTerm(element);
        return;
      case kinds.terms:
        this.#terms.closeTerms(element);
        return;
      case kinds.figcaption:
        inline.close(emphasis);
        break;
      case kinds.cell:
        this.#codeSpan.depth = 0;
        this.#tables.closed(element);
        return;
      case kinds.table:
      case kinds.row:
      case kinds.rowGroup:
      case kinds.caption:
        this.#tables.closed(element);
        return;
      default:
    }
    if (!withoutLine.has(element.kind)) this.#terms.writeLead();
    inline.writeEmptyLinks();
    inline.end();
    switch (element.kind) {
      case kinds.list:
        this.#lists.pop();
        if (state === states.reopened) this.#layout.closeContainer();
        return;
      case kinds.item:
      case kinds.quote:
        if (state === states.contained) this.#layout.closeContainer();
        return;
      case kinds.kept:
        this.#line('html', element.close);
        return;
      default:
    }
  }

  #closedHeading(): void {
    const inline = this.#inline;
    if (inline.lead !== '') {
      // An empty heading is still a heading.
      this.#line('heading', inline.lead.trimEnd());
      inline.lead = '';
      inline.block = 'paragraph';
    }
    inline.flat--;
    this.#text.inHeading = false;
    inline.end();
  }

  #openList(element: Element, attributes: Attributes, parent: Element | undefined): void {
    const ordered = element.name === 'ol';
    const next = getNumber(attributes.get('start')) ?? 1;
    const list: List = { ordered, next, loose: false, empty: true, other: false };
    let state: number = states.plain;
    const outer = this.#lists.at(-1);
    if (parent?.kind === kinds.list && outer !== undefined) {
      const isHeld = outer.empty ? this.#layout.openItem(outer) : this.#layout.reopen(outer);
      if (isHeld) state = states.reopened;
    }
    if (this.#open.push(element, state)) this.#lists.push(list);
    else if (state === states.reopened) this.#layout.closeContainer();
  }

  /** Numbers the next item. Markdown counts each list from its first item, so another number begins another list. */
  #countFrom(value: string | undefined): void {
    const list = this.#list;
    const number = getNumber(value);
    if (!list.ordered || number === undefined || number === list.next) return;
    list.next = number;
    list.empty = true;
  }

  get #list(): List {
    return this.#lists.at(-1) ?? this.#stray;
  }

  #openTable(element: Element): void {
    if (this.awaitsCell) this.openImpliedCell();
    if (this.#codeSpan.depth > 0) this.#codeSpan.flush(this.#text.inCell);
    if (this.#inline.flat === 0) {
      this.#terms.writeLead();
      this.#inline.end();
    }
    this.#tables.openTable(element);
  }

  /** Writes a block of one line. */
  #line(block: 'html' | 'terms' | 'rule' | 'heading', text: string): void {
    this.#layout.begin(block);
    this.#output.ascii(text);
    this.#layout.end();
  }
}
