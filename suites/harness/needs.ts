import type { Feature, Level } from '../../spec/requirement.ts';
import type { Catalogue } from './catalogue.ts';
import { highest, lower } from './levels.ts';
import type { SharedThing, Test } from './suite.ts';
import type { Target } from './target.ts';

/** The highest level among the requirements of a test, up to the test's own limit. */
export function getLevel(test: Test, catalogue: Catalogue): Level {
  const level = highest(test.requirements.map((id) => catalogue.get(id)?.level ?? 'may'));
  return lower(level, test.atMost ?? 'must');
}

/** Every requirement that a test covers. */
export function boundTo({ requirements, judges = [] }: Test): readonly string[] {
  return [...requirements, ...judges];
}

/** Whether an id equals the wanted one or starts with it and a hyphen: `TV-KEY` matches `TV-KEY-4`, `TV-K` does not. */
export function isNamedBy(id: string, wanted: string): boolean {
  return id === wanted || id.startsWith(`${wanted.replace(/-$/, '')}-`);
}

/** Features that a test needs: its own, and those of its requirements. */
export function neededFeatures(test: Test, catalogue: Catalogue): ReadonlySet<Feature> {
  const needed = new Set(test.features);
  for (const id of test.requirements) {
    const feature = catalogue.get(id)?.feature;
    if (feature !== undefined) needed.add(feature);
  }
  return needed;
}

/** What a test reserves while it runs, in addition to its zone: everything, its account, or a shared resource. */
export function getReach(
  test: Test,
  catalogue: Catalogue,
): 'everything' | 'account' | SharedThing | undefined {
  if (test.exclusive === true) return 'everything';
  if (neededFeatures(test, catalogue).has('clock')) return 'account';
  return test.exclusive || undefined;
}

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
