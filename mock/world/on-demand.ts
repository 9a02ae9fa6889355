import { type Change, getPath } from './state/change.ts';
import type { ChangeLog, KeptPart } from './state/change-log.ts';
import type { KeptNode } from './state/kept-node.ts';

/** Something with state that can be restored, and kept by a server with `--state`. */
export interface Part extends KeptPart {
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
    #log: ChangeLog | undefined;

    part(name: string, make: () => Part): Part {
      this.#made ??= {};
      const known = this.#made[name];
      if (known) return known;
      const made = make();
      this.#made[name] = made;
      if (this.#log) made.keepIn(this.#log.at(name));
      return made;
    }

    keepIn(log: ChangeLog): void {
      this.#log = log;
      for (const [name, part] of Object.entries(this.#made ?? {})) part.keepIn(log.at(name));
    }

    *changes(path: string): Generator<Change> {
      for (const [name, part] of Object.entries(this.#made ?? {})) yield* part.changes(getPath(path, name));
    }

    load({ children }: KeptNode): void {
      for (const [name, make] of Object.entries(makers)) {
        const kept = children.get(name);
        if (kept) this.part(name, make).load(kept);
      }
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
