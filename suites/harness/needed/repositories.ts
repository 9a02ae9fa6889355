import type { Caller } from '../caller.ts';
import { succeeded } from '../caller.ts';
import { forAllTests } from '../running-test.ts';
import type { Target } from '../target.ts';
import type { GivenRepository } from './members.ts';
import { type MintRequest, type MintTools, mintToken } from './mint.ts';

/** What repository tests need and no seed says how to get. */
export interface RepositoryNeeds {
  /** A namespace for new repositories: an unused one, where the target accepts any. */
  namespace(): Promise<string>;
  /** The next unused repository of the target file; undefined when there is none left. */
  given(): GivenRepository | undefined;
  /** A token from `mint` of the target file; undefined without `mint`. */
  minted(wanted: Omit<MintRequest, 'account_id'>): Promise<string | undefined>;
}

/** What a run knows about repositories. */
export interface RepositoryStock {
  readonly given: GivenRepository[];
  /** Whether the target accepts a repository in an unused namespace; probed once. */
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
  /** A unique name with the mark of the run. */
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
      stock.takesAnyNamespace ??= forAllTests(takesAny);
      return (await stock.takesAnyNamespace) ? freshName() : usualNamespace;
    },
    // With `mint`, a test is better off with a repository of its own.
    given: () => (mint === null ? stock.given.shift() : undefined),
    minted: async (wanted) =>
      mint === null ? undefined : mintToken(mint, { account_id: accountId(), ...wanted }, parts),
  };
}

/** The namespace in the examples of the documents. */
const usualNamespace = 'default';
