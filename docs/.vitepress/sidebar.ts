/** The groups of the sidebar, in order. Each page of the site is in one; a page in none fails the build. */
export interface SidebarGroup {
  readonly title: string;
  /** Paths of files from the root of the repository; `*` stands for those of a folder that are not named elsewhere. */
  readonly files: readonly string[];
  /** Whether its pages are hidden until a reader opens it. */
  readonly collapsed?: true;
}

export const sidebar: readonly SidebarGroup[] = [
  {
    title: 'Start',
    files: ['docs/README.md', 'docs/start.md', 'docs/examples/README.md', 'docs/recipes.md', 'docs/faq.md'],
  },
  {
    title: 'In tests',
    files: [
      'docs/testing.md',
      'docs/test-control.md',
      'docs/next-and-nuxt.md',
      'docs/cypress.md',
      'docs/ci.md',
    ],
  },
  {
    title: 'As a server',
    files: [
      'docs/serve.md',
      'docs/watching.md',
      'docs/seeds.md',
      'docs/openapi.md',
      'docs/cors.md',
      'docs/scaling.md',
    ],
  },
  {
    title: 'Conformance',
    files: ['docs/conformance.md', 'docs/calibration.md'],
  },
  {
    title: 'Parts of the platform',
    files: [
      'docs/markdown.md',
      'docs/inference.md',
      'docs/models.md',
      'docs/gateway.md',
      'docs/rendering.md',
      'docs/repositories.md',
      'docs/databases.md',
      'docs/dns.md',
      'docs/kv.md',
      'docs/tokens.md',
      'docs/applications.md',
      'docs/bindings.md',
    ],
  },
  {
    title: 'Explanation',
    files: ['docs/conformant.md', 'docs/performance.md', 'docs/mutants.md'],
  },
  {
    title: 'Reference',
    files: [
      'docs/reference/command.md',
      'docs/target.md',
      'docs/overlays.md',
      'docs/glossary.md',
      'docs/runtimes.md',
      'docs/dependencies.md',
    ],
  },
  { title: 'API reference', files: ['docs/reference/README.md', 'docs/reference/*'], collapsed: true },
  { title: 'Examples', files: ['docs/examples/*'], collapsed: true },
  { title: 'Decisions', files: ['docs/decisions/README.md', 'docs/decisions/*'], collapsed: true },
  { title: 'Project', files: ['CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md'] },
];
