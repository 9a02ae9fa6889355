import { under } from './stance.ts';

const names = under(13, 'Names and namespaces');
const lists = under(13, 'Lists and reading');
const git = under(13, 'Git');

/** What is open about repositories. */
export const artifactsStances = {
  'artifacts.create.status': names.status({
    question: 'Which status has the answer to a new repository?',
    mock: 201,
    basis: 'documented',
    switch: { success: 'artifacts.repos.create' },
  }),
  'artifacts.taken.status': names.status({
    question: 'Which status has a repository whose name another one has?',
    mock: 409,
    basis: 'observed',
    switch: { refusal: 'artifacts-repo-exists', member: 'status' },
  }),
  'artifacts.delete.status': names.status({
    question: 'Which status has the deletion of a repository?',
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
    question: 'How many repositories has a page of a list without `limit`?',
    mock: 50,
    basis: 'observed',
  }),
  'artifacts.list.limit-above': lists.choice(['refused', 'cut'], {
    question: 'Is a `limit` above the largest one refused, or cut?',
    mock: 'refused',
    basis: 'observed',
  }),
  'artifacts.token.lifetime': lists.count({
    question: 'For how many seconds is a token good when its request has no `ttl`?',
    mock: 86_400,
    basis: 'documented',
    switch: 'behaviour',
  }),
  'artifacts.token.prefix': lists.choice(['art_v2_', 'art_v1_', 'art_'], {
    question: 'With what does the text of a token begin?',
    mock: 'art_v2_',
    basis: 'observed',
  }),
  'artifacts.git.basic': git.yesOrNo({
    question: 'Does Git take a token as the password of Basic too?',
    mock: true,
    basis: 'observed',
    switch: 'behaviour',
  }),
  'artifacts.git.no-credentials.status': git.status({
    question: 'Which status has a request of Git without credentials?',
    mock: 401,
    basis: 'observed',
    switch: 'behaviour',
  }),
  'artifacts.git.bad-token.status': git.status({
    question: 'Which status has a request of Git with an unknown token?',
    mock: 403,
    basis: 'observed',
    switch: 'behaviour',
  }),
  'artifacts.git.read-token.status': git.status({
    question: 'Which status has a push with a token that may only read?',
    mock: 403,
    basis: 'observed',
    switch: 'behaviour',
  }),
  'artifacts.git.unknown-repository.status': git.status({
    question: 'Which status has a request of Git for a repository that does not exist?',
    mock: 403,
  }),
  'artifacts.git.profile': git.choice(['git', 'live'], {
    question:
      'Does a remote offer all of Git, or what the live service was seen to have, without atomic pushes?',
    mock: 'git',
    switch: 'behaviour',
  }),
  'artifacts.git.lfs.status': git.status({
    question: 'Which status has a request of Git LFS?',
    mock: 501,
  }),
};
