import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';

/**
 * Serves bundled Workers with Miniflare, each with a bucket, and prints their URLs as one line of JSON. Arguments: the
 * folder of its package, a folder for objects, a secret, and for each Worker its bundle and the name of its bucket.
 */
const [packages = '', folder = '', secret = '', ...workers] = process.argv.slice(2);
const { Miniflare, convertV4MiniflareOptions } = createRequire(packages)('miniflare');
const urls = [];
for (let at = 0; at < workers.length; at += 2) {
  const [scriptPath = '', bucket = ''] = workers.slice(at, at + 2);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      scriptPath,
      modulesRoot: dirname(scriptPath),
      port: 0,
      host: '127.0.0.1',
      compatibilityDate: '2026-07-01',
      r2Buckets: [bucket],
      r2Persist: join(folder, String(at)),
      bindings: { AUTH_KEY_SECRET: secret },
    }),
  );
  urls.push(String(await miniflare.ready));
}
console.log(JSON.stringify(urls));
