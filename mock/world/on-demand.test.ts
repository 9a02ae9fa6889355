import { describe, expect, it } from 'vitest';
import { byId, Collection } from './collection.ts';
import { onDemand } from './on-demand.ts';

interface Book {
  readonly id: string;
}

describe('onDemand', () => {
  it('makes a part when it is first asked for, and gives the same from then on', () => {
    let made = 0;
    class Shelf extends onDemand({
      books: () => {
        made++;
        return new Collection<Book>(byId);
      },
    }) {}
    const shelf = new Shelf();
    expect(made).toBe(0);
    shelf.books.put({ id: 'a' });
    expect(shelf.books.size).toBe(1);
    expect(made).toBe(1);
    expect(new Shelf().books.size).toBe(0);
  });

  it('puts all parts back to how they were, those too that nobody had asked for', () => {
    class Shelf extends onDemand({
      books: () => new Collection<Book>(byId),
      papers: () => new Collection<Book>(byId),
    }) {}
    const shelf = new Shelf();
    shelf.books.put({ id: 'a' });
    const { books } = shelf;
    const restore = shelf.snapshot();
    shelf.books.put({ id: 'b' });
    shelf.papers.put({ id: 'c' });
    restore();
    expect(books.list()).toEqual([{ id: 'a' }]);
    expect(shelf.papers.size).toBe(0);
  });
});
