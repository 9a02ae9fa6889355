import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock } from '../index.ts';
import { folderOrigin } from './folder-origin.ts';

const parent = mkdtempSync(join(tmpdir(), 'touchstone-folder-'));
const root = join(parent, 'site');
const context = {
  zone: 'example.localhost',
  host: 'example.localhost',
  clientAddress: '127.0.0.1',
  decisions: {},
};

beforeAll(() => {
  const files: Record<string, string> = {
    'secret.txt': 'secret',
    'site-two/secret.txt': 'secret',
    'site/index.html': 'home',
    'site/about.html': 'about',
    'site/about/team.txt': 'team',
    'site/docs/index.html': 'docs',
    'site/docs.html': 'docs page',
    'site/blog/index.html': 'blog',
    'site/a b.txt': 'space',
    'site/%41.txt': 'percent',
    'site/.hidden': 'hidden',
    'site/empty.txt': '',
    'site/picture.PNG': 'png',
    'site/data.bin': 'bin',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(parent, name, '..'), { recursive: true });
    writeFileSync(join(parent, name), text);
  }
  symlinkSync(join(parent, 'secret.txt'), join(root, 'link.txt'));
  symlinkSync(parent, join(root, 'up'));
  symlinkSync(join(root, 'about.html'), join(root, 'inside.html'));
  symlinkSync(join(root, 'nowhere'), join(root, 'broken.txt'));
  symlinkSync(root, join(parent, 'link-to-site'));
});

afterAll(() => rmSync(parent, { recursive: true }));

/** Calls it with the raw path: a Request would resolve its dot segments. */
async function get(path: string, { method = 'GET', folder = root } = {}): Promise<Response> {
  const request = new Request('http://example.localhost/', { method });
  Object.defineProperty(request, 'url', { value: `http://example.localhost${path}` });
  return folderOrigin(folder)(request, context);
}

describe('a folder of files', () => {
  it.each([
    ['/', 'home', 'text/html; charset=utf-8'],
    ['/index.html', 'home', 'text/html; charset=utf-8'],
    ['/about', 'about', 'text/html; charset=utf-8'],
    ['/about.html?x=1', 'about', 'text/html; charset=utf-8'],
    ['/about/team.txt', 'team', 'text/plain; charset=utf-8'],
    ['/blog/', 'blog', 'text/html; charset=utf-8'],
    ['/docs/', 'docs', 'text/html; charset=utf-8'],
    ['/docs', 'docs page', 'text/html; charset=utf-8'],
    ['/a%20b.txt', 'space', 'text/plain; charset=utf-8'],
    ['/%2541.txt', 'percent', 'text/plain; charset=utf-8'],
    ['/empty.txt', '', 'text/plain; charset=utf-8'],
    ['/picture.PNG', 'png', 'image/png'],
    ['/data.bin', 'bin', 'application/octet-stream'],
    ['/inside.html', 'about', 'text/html; charset=utf-8'],
    ['/about/../index.html', 'home', 'text/html; charset=utf-8'],
  ])('serves %s', async (path, text, type) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-length')).toBe(String(text.length));
    expect(answer.headers.get('last-modified')).toMatch(/ GMT$/);
    expect(await answer.text()).toBe(text);
  });

  it.each([
    '/nothing',
    '/about/',
    '/about/team',
    '/index.html/',
    '/../secret.txt',
    '/../../../../../../etc/passwd',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/about/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/../site-two/secret.txt',
    '/link.txt',
    '/up/secret.txt',
    '/up/',
    '/broken.txt',
    '/index.html%00.txt',
    '/%zz',
    '/%ff',
    `/${'a'.repeat(5000)}`,
  ])('has nothing at %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('secret<');
  });

  it.each([
    ['/blog', '/blog/'],
    ['/blog?x=1', '/blog/?x=1'],
    ['//blog', '/blog/'],
  ])('redirects %s to %s, so that links of the page work', async (path, location) => {
    const answer = await get(path);
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toBe(location);
  });

  it('answers HEAD with the headers and no body', async () => {
    const answer = await get('/about', { method: 'HEAD' });
    expect(answer.headers.get('content-length')).toBe('5');
    expect(await answer.text()).toBe('');
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    const answer = await get('/', { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  it('may be a symbolic link to a folder, and the root', async () => {
    const linked = await get('/about', { folder: join(parent, 'link-to-site') });
    expect(await linked.text()).toBe('about');
    const everything = await get(`${root}/about.html`, { folder: '/' });
    expect(await everything.text()).toBe('about');
  });

  it('serves nothing outside of itself over a socket, for any path', async () => {
    const mock = createMock({ origin: folderOrigin(root) });
    const { edge } = await mock.listen({ port: 0 });
    const paths = [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/./../secret.txt',
      '/link.txt',
    ];
    try {
      for (const path of paths) {
        const answer = await raw(
          Number(new URL(edge).port),
          `GET ${path} HTTP/1.1\r\nHost: example.localhost\r\nConnection: close\r\n\r\n`,
        );
        expect(answer).toMatch(/^HTTP\/1\.1 404 /);
        expect(answer).not.toContain('\r\nsecret');
      }
    } finally {
      await mock.close();
    }
  });
});

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
