import { expect, test } from 'vitest';
import { readGitRoute } from './git-route.ts';

const read = (method: string, path: string) => {
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  return readGitRoute(method, pathname, searchParams);
};

test.each([
  ['GET', '/info/refs?service=git-upload-pack', 'git-upload-pack', 'advertise'],
  ['HEAD', '/info/refs?service=git-receive-pack', 'git-receive-pack', 'advertise'],
  ['POST', '/git-upload-pack', 'git-upload-pack', 'exchange'],
  ['POST', '/git-receive-pack', 'git-receive-pack', 'exchange'],
])('%s %s is for %s, to %s', (method, path, service, step) => {
  expect(read(method, path)).toEqual({ service, step });
});

test.each([
  ['GET', '/git-upload-pack', 405],
  ['PUT', '/git-receive-pack', 405],
  ['POST', '/info/refs?service=git-upload-pack', 405],
  ['GET', '/info/refs?service=git-upload-archive', 403],
  ['GET', '/info/refs?service=', 403],
  ['GET', '/info/refs', 404],
  ['GET', '/HEAD', 404],
  ['GET', '/objects/info/packs', 404],
  ['GET', '/objects/pack/pack-ddd1becb52a186b606bbb5eb754e75e445f67bf7.pack', 404],
  ['GET', '/info/refs/?service=git-upload-pack', 404],
  ['POST', '/git-upload-archive', 404],
  ['GET', '', 404],
])('%s %s is refused with %i', (method, path, status) => {
  expect(read(method, path)).toMatchObject({ status, text: expect.stringMatching(/.{5}/) });
});

test('a wrong method is told the right ones', () => {
  expect(read('DELETE', '/git-upload-pack')).toMatchObject({ headers: { Allow: 'POST' } });
  expect(read('POST', '/info/refs')).toMatchObject({ headers: { Allow: 'GET, HEAD' } });
});
