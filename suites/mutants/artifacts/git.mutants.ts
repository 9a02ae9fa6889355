import { defineMutants } from '../mutant.ts';

/** Repositories as Git clients meet them. */
export const gitMutants = defineMutants([
  {
    id: 'lets-read-tokens-push',
    requirement: 'AR-GIT-5',
    does: 'It takes what a token with the scope read pushes.',
    file: 'mock/services/artifacts/git-plane/git-plane.ts',
    replace: "opened.token.scope !== 'write'",
    by: 'false',
  },
  {
    id: 'opens-git-to-anybody-with-basic-credentials-alone',
    requirement: 'AR-AUTH-4',
    does: 'It takes the token of a repository as a password, and never as a Bearer token.',
    file: 'mock/services/artifacts/git-plane/git-credentials.ts',
    replace: 'return [value];',
    by: 'return [];',
  },
]);
