import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { Origin } from '../edge/origin/origin.ts';
import { pageResponse } from '../edge/pages.ts';
import { splitUrl } from '../url.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.htm': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/**
 * A folder of files as an origin: `/` is `index.html`, and a path without an extension also finds
 * `<path>.html`. Nothing outside the folder is served, through links neither.
 */
export function folderOrigin(folder: string): Origin {
  const root = resolve(folder);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return pageResponse(405, 'Method not allowed', [`This folder of files answers GET and HEAD only.`], {
        allow: 'GET, HEAD',
      });
    }
    const { path } = splitUrl(request.url);
    const file = await findFile(root, path);
    if (!file) return pageResponse(404, 'Not found', [`There is no ${path} in the folder of this zone.`]);
    const headers = {
      'content-type': contentTypes[extname(file.name).toLowerCase()] ?? 'application/octet-stream',
      'content-length': String(file.size),
      'last-modified': file.modified.toUTCString(),
    };
    if (request.method === 'HEAD') return new Response(null, { headers });
    // The two declarations of the same web stream differ in name only.
    return new Response(Readable.toWeb(createReadStream(file.name)) as unknown as ReadableStream, {
      headers,
    });
  };
}

interface FoundFile {
  readonly name: string;
  readonly size: number;
  readonly modified: Date;
}

async function findFile(root: string, path: string): Promise<FoundFile | undefined> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0')) return undefined;
  const wanted = join(root, decoded);
  for (const name of [wanted, join(wanted, 'index.html'), `${wanted}.html`]) {
    const file = await fileAt(root, name);
    if (file) return file;
  }
  return undefined;
}

async function fileAt(root: string, name: string): Promise<FoundFile | undefined> {
  try {
    const real = await realpath(name);
    if (!real.startsWith((await realpath(root)) + sep)) return undefined;
    const found = await stat(real);
    return found.isFile() ? { name: real, size: found.size, modified: found.mtime } : undefined;
  } catch {
    return undefined;
  }
}
