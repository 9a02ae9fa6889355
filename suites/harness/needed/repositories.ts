import type { Caller } from '../caller.ts';
import { succeeded } from '../caller.ts';
import type { Target } from '../target.ts';
import type { GivenRepository } from './members.ts';
import { type MintTools, type MintWish, mintToken } from './mint.ts';

/** What tests of repositories need that no seed says how to get. */
export interface RepositoryNeeds {
  /** A namespace in which a repository can be made: one that nobody else has, where the target takes any. */
  namespace(): Promise<string>;
  /** The next repository of the target file that no test has had; undefined where there is none. */
  given(): GivenRepository | undefined;
  /** A token by `mint` of the target file; undefined where that is left out. */
  minted(wish: Omit<MintWish, 'account_id'>): Promise<string | undefined>;
}

/** What a run knows of repositories. */
export interface RepositoryStock {
  readonly given: GivenRepository[];
  /** Whether a repository can be made in a namespace that nobody has; asked once. */
  takesAnyNamespace?: Promise<boolean>;
}

export const createRepositoryStock = ({ given }: Target): RepositoryStock => ({
  given: [...given.repoTokens],
});

export interface RepositoryParts extends MintTools {
  readonly target: Target;
  readonly stock: RepositoryStock;
  readonly ask: Caller['ask'];
  readonly accountId: () => string;
  /** A name with the mark of the run that nothing else has. */
  readonly freshName: () => string;
}

export function createRepositoryNeeds(parts: RepositoryParts): RepositoryNeeds {
  const { target, stock, ask, accountId, freshName } = parts;
  const { namespace, mint } = target.given;
  const takesAny = async () => {
    const params = { account_id: accountId(), namespace: freshName() };
    return succeeded(await ask('artifacts.repos.create', { params, body: { name: freshName() } }));
  };
  return {
    async namespace() {
      if (namespace !== null) return namespace;
      if (target.features.has('admin')) return freshName();
      stock.takesAnyNamespace ??= takesAny();
      return (await stock.takesAnyNamespace) ? freshName() : usualNamespace;
    },
    // With `mint`, a repository of its own is better for a test.
    given: () => (mint === null ? stock.given.shift() : undefined),
    minted: async (wish) =>
      mint === null ? undefined : mintToken(mint, { account_id: accountId(), ...wish }, parts),
  };
}

/** The namespace that the documents name in their examples. */
const usualNamespace = 'default';
