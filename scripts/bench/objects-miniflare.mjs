import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import process from 'node:process';

/**
 * Serves a bundled Worker with Miniflare, on Node: the folder of its package, the bundle, the port, a folder, the
 * secret.
 */
const [packages = '', script = '', port = '', folder = '', secret = ''] = process.argv.slice(2);
const { Miniflare, convertV4MiniflareOptions } = createRequire(packages)('miniflare');
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    modules: true,
    scriptPath: script,
    modulesRoot: dirname(script),
    port: Number(port),
    host: '127.0.0.1',
    compatibilityDate: '2026-07-01',
    r2Buckets: ['MY_BUCKET'],
    r2Persist: folder,
    bindings: { AUTH_KEY_SECRET: secret },
  }),
);
const ready = await miniflare.ready;
// It is ready when this object is readable.
await fetch(new URL('/cat-pic.jpg', ready), {
  method: 'PUT',
  headers: { 'x-custom-auth-key': secret },
  body: 'ready',
});
