import { describe, expect, it } from 'vitest';
import { AccountTenant, PerAccount } from './account-tenant.ts';
import { byId, Collection } from './collection.ts';
import { onDemand } from './on-demand.ts';

interface Book {
  readonly id: string;
}

describe('onDemand', () => {
  it('makes a part on first use, and then returns the same one', () => {
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

  it('restores all parts, including unused ones', () => {
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

const account = (id: string) => new AccountTenant({ id, name: id });

describe('PerAccount', () => {
  it('makes one value for each account', () => {
    const [a, b] = [account('a'), account('b')];
    let count = 0;
    const things = new PerAccount(({ id }) => ({ id, number: ++count }));
    expect([things.of(a), things.of(b), things.of(a)]).toEqual([
      { id: 'a', number: 1 },
      { id: 'b', number: 2 },
      { id: 'a', number: 1 },
    ]);
    expect(things.of(a)).toBe(things.of(a));
  });

  it('makes new values once they were cleared', () => {
    const a = account('a');
    const things = new PerAccount(() => ({}));
    const before = things.of(a);
    things.clear();
    expect(things.of(a)).not.toBe(before);
  });

  it('makes another value for another account with the same id: the first may have been removed', () => {
    const things = new PerAccount(() => ({}));
    expect(things.of(account('a'))).not.toBe(things.of(account('a')));
  });
});
