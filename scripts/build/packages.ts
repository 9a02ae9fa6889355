import manifest from '../../package.json' with { type: 'json' };

/** A package that is made from this tree. */
export interface Package {
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** The source of its command, which has the name of the package. */
  readonly command: string;
  /** The sources of its entry points by sub-path. */
  readonly entries: Readonly<Record<string, string>>;
  /** Entry points whose declarations share no file with others, so that a compiler reads little for them. */
  readonly light: readonly string[];
  /** The sources of its `#names`: one for pages, one for everything else. */
  readonly names: Readonly<Record<string, { readonly browser: string; readonly default: string }>>;
  /**
   * Libraries that a project installs beside the package. All others are part of the built files: a project installs a
   * few packages instead of a hundred, and downloads only the parts that are used.
   *
   * - `jose` does cryptography: a project gets its fixes without waiting for a release of ours.
   * - `srvx` and `unpdf` have other files for other runtimes.
   * - `zod` is part of the types of `touchstone-conform/spec`.
   */
  readonly installed: readonly string[];
  /** Whether pages run it too. */
  readonly isForPages: boolean;
  /** Files and folders that are packed besides the built ones. */
  readonly files: readonly string[];
  /** Sources that stay out, as they belong to a clone or to the other package. */
  readonly leftOut: readonly string[];
}

const papers = ['LICENSE', 'CHANGELOG.md'];

/** What users of the mock install. */
export const touchstone: Package = {
  name: manifest.name,
  description: manifest.description,
  keywords: manifest.keywords,
  command: 'scripts/bin.ts',
  entries: sources(manifest.exports),
  light: ['./handlers'],
  names: manifest.imports,
  installed: ['jose', 'srvx', 'unpdf'],
  isForPages: true,
  files: [...papers, 'docs/reference/seed.schema.json', 'docs/reference/stances.schema.json'],
  leftOut: ['scripts/clone-commands.ts'],
};

/** What users of the suites install. It needs no other package of ours: nothing in it imports the mock. */
export const touchstoneConform: Package = {
  name: 'touchstone-conform',
  description: "Conformance suites for Cloudflare's v4 API, which judge any implementation of it.",
  keywords: ['conformance', 'testing', 'api', 'cloudflare'],
  command: 'scripts/conform/bin.ts',
  entries: { '.': 'suites/index.ts', './spec': 'spec/index.ts' },
  light: [],
  names: {},
  installed: ['jose', 'unpdf', 'zod'],
  isForPages: false,
  files: [
    ...papers,
    'fixtures/worker',
    'docs/reference/results.schema.json',
    'docs/reference/target.schema.json',
    'docs/reference/stances.schema.json',
  ],
  leftOut: ['scripts/touchstone.ts'],
};

/** The sources of all entry points by the names that users import. */
export const publicEntries: Readonly<Record<string, string>> = Object.fromEntries(
  [touchstone, touchstoneConform].flatMap(({ name, entries }) =>
    Object.entries(entries).map(([subPath, source]) => [subPath.replace('.', name), source]),
  ),
);

function sources(exports: Readonly<Record<string, string>>): Record<string, string> {
  const modules = Object.entries(exports).filter(([, path]) => path.endsWith('.ts'));
  return Object.fromEntries(modules.map(([name, path]) => [name, path.replace('./', '')]));
}
