import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { mimes } from 'hono/utils/mime';
import { splitUrl } from '../../spec/url.ts';
import type { Origin } from '../edge/origin/origin.ts';
import { pageResponse } from '../edge/pages.ts';

/** Content types by file extension: those of Hono, and Markdown. */
const contentTypes: Readonly<Record<string, string>> = { ...mimes, md: 'text/markdown; charset=utf-8' };

/** Hono's own `getMimeType` also returns members of `Object.prototype`, for a name like `a.constructor`. */
function getType(name: string): string {
  const end = extname(name).slice(1).toLowerCase();
  return (Object.hasOwn(contentTypes, end) && contentTypes[end]) || 'application/octet-stream';
}

/**
 * Serves a folder of files as an origin. `/` is `index.html`, a folder without a trailing slash redirects to the one
 * with it, and a path without an extension also finds `<path>.html`. Nothing outside the folder is served, not even
 * through symbolic links.
 *
 * @example
 * const origin = folderOrigin('./site');
 */
export function folderOrigin(folder: string): Origin {
  const root = resolve(folder);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return pageResponse(405, 'Method not allowed', [`This folder of files answers GET and HEAD only.`], {
        allow: 'GET, HEAD',
      });
    }
    const { path, query } = splitUrl(request.url);
    const found = await findFile(root, path);
    if (!found) return pageResponse(404, 'Not found', [`There is no ${path} in the folder of this zone.`]);
    if (found === 'folder') {
      // A path that begins with two slashes would name another host.
      const location = `${path.replace(/^\/+/, '/')}/${query === '' ? '' : `?${query}`}`;
      return new Response(null, { status: 301, headers: { location } });
    }
    const headers = {
      'content-type': getType(found.name),
      'content-length': String(found.size),
      'last-modified': found.modified.toUTCString(),
    };
    if (request.method === 'HEAD') return new Response(null, { headers });
    // The two declarations of the same web stream differ in name only.
    return new Response(Readable.toWeb(createReadStream(found.name)) as unknown as ReadableStream, {
      headers,
    });
  };
}

interface FoundFile {
  readonly name: string;
  readonly size: number;
  readonly modified: Date;
}

/** Finds the file of a path, or `folder` for a folder with an index whose path lacks the trailing slash. */
async function findFile(root: string, path: string): Promise<FoundFile | 'folder' | undefined> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0')) return undefined;
  const wanted = join(root, decoded);
  if (decoded.endsWith('/')) return fileAt(root, join(wanted, 'index.html'));
  const file = (await fileAt(root, wanted)) ?? (await fileAt(root, `${wanted}.html`));
  if (file) return file;
  return (await fileAt(root, join(wanted, 'index.html'))) && 'folder';
}

async function fileAt(root: string, name: string): Promise<FoundFile | undefined> {
  try {
    const real = await realpath(name);
    const inside = relative(await realpath(root), real);
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return undefined;
    const found = await stat(real);
    return found.isFile() ? { name: real, size: found.size, modified: found.mtime } : undefined;
  } catch {
    return undefined;
  }
}
