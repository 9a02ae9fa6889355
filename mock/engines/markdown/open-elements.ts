import { markdownLimits } from '../../../spec/engine-limits.ts';
import { type Element, elements, type Kind, kinds } from './elements.ts';

const none: ReadonlySet<Kind> = new Set();

/**
 * The stack of open elements, outermost first (HTML, section 13.2.4.2), to find what a tag closes implicitly. It has
 * only elements that need closing, without marks.
 */
export class OpenElements {
  readonly #open: Element[] = [];
  /** Number of open elements by index; most unmatched end tags are found this way. */
  readonly #counts = new Uint16Array(elements.length);
  /** Number of start tags without effect. */
  #tooDeep = 0;
  readonly #onClose: (element: Element, state: number) => void;
  readonly #states: number[] = [];

  /** @param onClose called when an element is closed, innermost first, with its recorded state */
  constructor(onClose: (element: Element, state: number) => void) {
    this.#onClose = onClose;
  }

  get innermost(): Element | undefined {
    const { length } = this.#open;
    return length === 0 ? undefined : this.#open[length - 1];
  }

  get depth(): number {
    return this.#open.length;
  }

  /** Opens an element. @returns false if too many are open; then neither it nor its end tag has an effect */
  push(element: Element, state = 0): boolean {
    if (this.#open.length >= markdownLimits.depth) {
      this.#tooDeep++;
      return false;
    }
    this.#open.push(element);
    this.#states.push(state);
    this.#counts[element.index] = (this.#counts[element.index] ?? 0) + 1;
    return true;
  }

  isOpen(element: Element): boolean {
    return this.#counts[element.index] !== 0;
  }

  /** Closes the innermost element. */
  pop(): void {
    const element = this.innermost;
    if (element === undefined) return;
    // The callback sees the element still open, and its inner elements closed.
    this.#onClose(element, this.#states[this.#states.length - 1] ?? 0);
    this.#open.pop();
    this.#states.pop();
    this.#counts[element.index] = (this.#counts[element.index] ?? 0) - 1;
  }

  /** Closes the innermost open element of a kind and everything in it, unless a scope or a barrier is in between. */
  closeKind(kind: Kind, barriers: ReadonlySet<Kind> = none): boolean {
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const element = this.#open[i] as Element; // Within bounds.
      if (element.kind === kind) {
        this.#closeTo(i);
        return true;
      }
      if (element.isScope || barriers.has(element.kind)) return false;
    }
    return false;
  }

  /** Closes everything within the innermost element of some kinds; one must be open. */
  closeWithin(of: ReadonlySet<Kind>): void {
    for (let i = this.innermost; i !== undefined && !of.has(i.kind); i = this.innermost) this.pop();
  }

  /** Closes the innermost element with this name and everything in it, as its end tag does. */
  close(element: Element, barriers: ReadonlySet<Kind> = none): boolean {
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return false;
    }
    if (!this.isOpen(element)) return false;
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const open = this.#open[i] as Element; // Within bounds.
      if (open === element) {
        this.#closeTo(i);
        return true;
      }
      if (barriers.has(open.kind) || (open.isScope && !reaches(element, open))) return false;
    }
    return false;
  }

  closeAll(): void {
    this.#closeTo(0);
  }

  #closeTo(index: number): void {
    while (this.#open.length > index) this.pop();
  }
}

/** Whether an end tag applies across a scope within its element: parts of a table close cells. */
function reaches(element: Element, scope: Element): boolean {
  if (scope.kind !== kinds.cell && scope.kind !== kinds.caption) return false;
  const { kind } = element;
  return kind === kinds.table || kind === kinds.row || kind === kinds.rowGroup;
}
