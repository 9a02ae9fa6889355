import type { Feature } from '../../spec/requirement.ts';
import type { Target } from './target.ts';

/** How a target file, or a flag, says that the target can be asked for a feature. */
const handover: Readonly<Record<string, string>> = {
  edge: 'give `edge` (--edge), where zone traffic is reached',
  'read-only-token': 'give `read_token` (--read-token)',
  'gateway-token': 'give `gateway_token` (--gateway-token)',
  'legacy-auth': 'give `email` and `api_key` (--email, --api-key)',
  pages: 'give `pages_host` (--pages-host), by which its browsers reach this machine',
  webhook: 'give `webhook_certificate` (--webhook-certificate), which it trusts',
  'object-storage': 'give `objects`, `auth_key_secret` and `allowed_key`',
  'object-storage-open': 'give `objects_open` (--objects-open)',
  'code-interpreter': 'give `interpreter` (--interpreter)',
  bindings: 'give `worker` (--worker), see fixtures/worker/README.md',
  browser: 'POST browser-rendering/screenshot answers no picture',
  git: 'this machine has no program `git`',
};

/** The flags of `serve` that open what this project's own server lacks by itself. */
const flagsOfServe: Readonly<Record<string, string>> = {
  webhook: '--webhook-allow-host 127.0.0.1 --webhook-ca FILE, and conform with --webhook-certificate FILE',
  'object-storage-open': '--objects-auth both',
  bindings: '--bindings fixtures/worker/wrangler.jsonc',
  leeway: '--leeway 60, and conform with --feature leeway',
  'http-imports': '--import-http, and conform with --feature http-imports',
};

/** Why tests that need a feature are skipped, and what to do about it, in a clause. */
export function getLack(feature: Feature, target: Target): string {
  const flags = target.features.has('admin') ? flagsOfServe[feature] : undefined;
  if (flags !== undefined) return `the target does not claim ${feature}: serve it with ${flags}`;
  return `the target does not claim ${feature}: ${handover[feature] ?? `if it has that, --feature ${feature}`}`;
}
