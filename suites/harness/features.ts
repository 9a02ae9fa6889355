import type { Feature } from '../../spec/requirement.ts';
import type { Target } from './target.ts';

/** How a target file or a flag declares a feature. */
const handover: Readonly<Record<string, string>> = {
  edge: 'set `edge` (--edge) to the URL of its zone traffic',
  'read-only-token': 'set `read_token` (--read-token)',
  'gateway-token': 'set `gateway_token` (--gateway-token)',
  'legacy-auth': 'set `email` and `api_key` (--email, --api-key)',
  pages: 'set `pages_host` (--pages-host), the host by which its browsers reach this machine',
  webhook: 'set `webhook_certificate` (--webhook-certificate), which it trusts',
  'object-storage': 'set `objects`, `auth_key_secret` and `allowed_key`',
  'object-storage-open': 'set `objects_open` (--objects-open)',
  'code-interpreter': 'set `interpreter` (--interpreter)',
  bindings: 'set `worker` (--worker), see fixtures/worker/README.md',
  browser: 'POST browser-rendering/screenshot answers without a picture',
  git: 'this machine has no program `git`',
};

/** The flags of `serve` that enable features which this project's server has off by default. */
const flagsOfServe: Readonly<Record<string, string>> = {
  webhook: '--webhook-allow-host 127.0.0.1 --webhook-ca FILE, and conform with --webhook-certificate FILE',
  'object-storage-open': '--objects-auth both',
  bindings: '--bindings fixtures/worker/wrangler.jsonc',
  leeway: '--leeway 60, and conform with --feature leeway',
  'http-imports': '--import-http, and conform with --feature http-imports',
};

/** A clause that says why tests of a feature are skipped and how to enable it. */
export function getLack(feature: Feature, target: Target): string {
  const flags = target.features.has('admin') ? flagsOfServe[feature] : undefined;
  if (flags !== undefined) return `the target does not claim ${feature}: serve it with ${flags}`;
  return `the target does not claim ${feature}: ${handover[feature] ?? `if it has it, pass --feature ${feature}`}`;
}
