import { under } from './stance.ts';

const names = under(13, 'Names and namespaces');
const lists = under(13, 'Lists and reading');
const git = under(13, 'Git');

/** Prefixes of tokens, the longest first. */
export const tokenPrefixes = ['art_v2_', 'art_v1_', 'art_'] as const;

/** Open questions about repositories. */
export const artifactsStances = {
  'artifacts.create.status': names.status({
    question: 'Which status does the creation of a repository return?',
    mock: 201,
    basis: 'documented',
    switch: { success: 'artifacts.repos.create' },
  }),
  'artifacts.taken.status': names.status({
    question: 'Which status does a repository with the name of another repository get?',
    mock: 409,
    basis: 'observed',
    switch: { refusal: 'artifacts-repo-exists', member: 'status' },
  }),
  'artifacts.delete.status': names.status({
    question: 'Which status does the deletion of a repository return?',
    mock: 202,
    basis: 'documented',
    switch: { success: 'artifacts.repos.delete' },
  }),
  'artifacts.delete.again': names.choice(['accepted', 'unknown'], {
    question:
      'Is a second deletion of a repository, right after the first, accepted, or is the repository unknown?',
    mock: 'accepted',
    basis: 'observed',
    switch: 'behaviour',
  }),
  'artifacts.list.page-size': lists.count({
    question: 'How many repositories does a page of a list have without `limit`?',
    mock: 50,
    basis: 'observed',
  }),
  'artifacts.list.limit-above': lists.choice(['refused', 'cut'], {
    question: 'Is a `limit` above the maximum refused or lowered?',
    mock: 'refused',
    basis: 'observed',
  }),
  'artifacts.token.lifetime': lists.count({
    question: 'How many seconds is a token valid if its request has no `ttl`?',
    mock: 86_400,
    basis: 'documented',
    switch: 'behaviour',
  }),
  'artifacts.token.prefix': lists.choice(tokenPrefixes, {
    question: 'How does the text of a token begin?',
    mock: 'art_v2_',
    basis: 'observed',
  }),
  'artifacts.git.basic': git.yesOrNo({
    question: 'Does Git also accept the token as a Basic password?',
    mock: true,
    basis: 'observed',
    switch: 'behaviour',
  }),
  'artifacts.git.no-credentials.status': git.status({
    question: 'Which status does a Git request without credentials get?',
    mock: 401,
    basis: 'observed',
    switch: 'behaviour',
  }),
  'artifacts.git.bad-token.status': git.status({
    question: 'Which status does a Git request with an unknown token get?',
    mock: 403,
    basis: 'observed',
    switch: 'behaviour',
  }),
  'artifacts.git.read-token.status': git.status({
    question: 'Which status does a push with a read token get?',
    mock: 403,
    basis: 'observed',
    switch: 'behaviour',
  }),
  'artifacts.git.unknown-repository.status': git.status({
    question: 'Which status does a Git request for an unknown repository get?',
    mock: 403,
  }),
  'artifacts.git.profile': git.choice(['git', 'live'], {
    question:
      'Does a remote offer all capabilities of Git, or those of the live service, without atomic pushes?',
    mock: 'git',
    switch: 'behaviour',
  }),
  'artifacts.git.lfs.status': git.status({
    question: 'Which status does a Git LFS request get?',
    mock: 501,
  }),
};
