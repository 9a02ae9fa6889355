import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface VirtualListProps<T> {
  readonly items: readonly T[];
  /** Height of each row in pixels. */
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string | number;
  readonly children: (item: T) => ComponentChild;
  readonly label: string;
  /** Index of a row to keep in sight; -1 for none. */
  readonly active?: number;
  /** Arrow keys, Home and End ask for another row by index. */
  readonly onMove?: (index: number) => void;
}

/** Rows above and below the visible ones, so that scrolling shows no gap. */
const spare = 8;

/** A list that renders only the rows in sight: ten thousand scroll as smoothly as ten. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, rowHeight, keyOf, children, label, active = -1, onMove } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    measure();
    const watched = new ResizeObserver(measure);
    watched.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      watched.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || active < 0) return;
    const top = active * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    const end = top + rowHeight - element.clientHeight;
    if (end > element.scrollTop) element.scrollTop = end;
  }, [active, rowHeight]);
  // A second key may come before the row of the first is active.
  const at = useRef(active);
  at.current = active;
  const move = (event: KeyboardEvent) => {
    const next = getNext(event.key, at.current, items.length);
    if (!onMove || next === undefined) return;
    event.preventDefault();
    at.current = next;
    onMove(next);
  };
  const first = Math.max(0, Math.floor(view.top / rowHeight) - spare);
  const shown = items.slice(first, first + Math.ceil(view.height / rowHeight) + 2 * spare);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard.
    <section class="virtual" ref={box} aria-label={label} tabIndex={0} onKeyDown={move}>
      <div class="virtual-all" style={{ height: `${items.length * rowHeight}px` }}>
        <div class="virtual-shown" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {shown.map((item) => (
            <div class="virtual-row" key={keyOf(item)} style={{ height: `${rowHeight}px` }}>
              {children(item)}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

/** The row that a key asks for; undefined for other keys, and if there are no rows. */
function getNext(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return Math.min(active + 1, count - 1);
    case 'ArrowUp':
      return Math.max(active - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
