/** Something with state that can be restored. */
export interface Part {
  /** Captures the current state; the returned function restores it. */
  snapshot(): () => void;
}

type Makers = Readonly<Record<string, () => Part>>;

type Holder<M extends Makers> = { readonly [Name in keyof M]: ReturnType<M[Name]> } & Part;

/**
 * Makes a class whose parts are created on first use: a world may have ten thousand accounts, and most need few of
 * their parts.
 *
 * @example
 * class Shelf extends onDemand({ books: () => new Collection<Book>(byId) }) {}
 * new Shelf().books.put(book);
 */
export function onDemand<M extends Makers>(makers: M): new () => Holder<M> {
  class OnDemand implements Part {
    #made: { [name: string]: Part } | undefined;

    part(name: string, make: () => Part): Part {
      this.#made ??= {};
      this.#made[name] ??= make();
      return this.#made[name];
    }

    snapshot(): () => void {
      const restores = Object.entries(makers).map(([name, make]) => this.part(name, make).snapshot());
      return () => {
        for (const restore of restores) restore();
      };
    }
  }
  for (const [name, make] of Object.entries(makers)) {
    Object.defineProperty(OnDemand.prototype, name, {
      get(this: OnDemand) {
        return this.part(name, make);
      },
    });
  }
  // It has a getter for each name.
  return OnDemand as unknown as new () => Holder<M>;
}
