import { expect, it } from 'vitest';
import { worldDefaults } from '../../../world/defaults.ts';
import { readGitPath } from './git-path.ts';

const account = 'a'.repeat(32);
const hex = '0123456789abcdef0123456789abcdef';

it.each([
  ['localhost:4800', `/git/${account}/ns/repo.git/info/refs`, [account, 'ns', 'repo', '/info/refs']],
  [
    'localhost',
    '/git/ns/repo.git/git-upload-pack',
    [worldDefaults.accountId, 'ns', 'repo', '/git-upload-pack'],
  ],
  [`${account}.artifacts.example`, '/git/ns/repo.git/x', [account, 'ns', 'repo', '/x']],
  [`${hex}.artifacts.example`, `/git/${account}/ns/repo.git/x`, [account, 'ns', 'repo', '/x']],
  ['localhost', `/git/${account}/ns/a.git.git/x`, [account, 'ns', 'a.git', '/x']],
  ['localhost', `/git/${hex}/repo.git/x`, [worldDefaults.accountId, hex, 'repo', '/x']],
  ['localhost', `/git/${account}/n%73/repo.git`, [account, 'ns', 'repo', '']],
])('at %s, %s names a repository', (host, path, expected) => {
  const read = readGitPath(host, path);
  expect([read?.accountId, read?.namespace, read?.repo, read?.below]).toEqual(expected);
});

it.each([
  '/git/',
  '/git/ns',
  '/git/ns/repo',
  '/git/ns/repo.gitx/info/refs',
  '/git/ns/.git/info/refs',
  '/git/a/b/c/repo.git/info/refs',
  '/git/ns/%zz.git/info/refs',
])('%s names none', (path) => expect(readGitPath('localhost', path)).toBeUndefined());
