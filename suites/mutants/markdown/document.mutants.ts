import { defineMutants, mutant } from '../mutant.ts';

/** The parts of a converted page: frontmatter and its fields, body, JSON-LD. */
export const documentMutants = defineMutants([
  mutant('MD-BODY-1', 'introduces-the-frontmatter', {
    file: 'mock/engines/markdown/frontmatter.ts',
    replace: 'text: `---\\n$',
    by: 'text: `Fields:\\n\\n---\\n$',
  }),
  mutant('MD-BODY-2', 'ends-frontmatter-with-dots', {
    file: 'mock/engines/markdown/frontmatter.ts',
    replace: "join('')}---",
    by: "join('')}...",
  }),
  mutant('MD-BODY-3', 'writes-empty-frontmatter', {
    file: 'mock/engines/markdown/frontmatter.ts',
    replace: "text: '', omitted",
    by: "text: '---\\n---\\n', omitted",
  }),
  mutant('MD-BODY-4', 'knows-four-levels-of-headings', {
    file: 'mock/engines/markdown/elements.ts',
    replace: "'h1 h2 h3 h4 h5 h6'",
    by: "'h1 h2 h3 h4'",
  }),
  mutant('MD-BODY-5', 'keeps-headers', {
    file: 'mock/engines/markdown/elements.ts',
    replace: "'header footer nav",
    by: "'footer nav",
  }),
  mutant('MD-BODY-7', 'keeps-navigation', {
    file: 'mock/engines/markdown/elements.ts',
    replace: "'header footer nav",
    by: "'header footer",
  }),
  mutant('MD-BODY-8', 'keeps-scripts', {
    file: 'mock/engines/markdown/body.ts',
    replace: "element.name === 'textarea' ?",
    by: '/^(?:textarea|script)$/.test(element.name) ?',
  }),
  mutant('MD-BODY-9', 'keeps-styles', {
    file: 'mock/engines/markdown/body.ts',
    replace: "element.name === 'textarea' ?",
    by: '/^(?:textarea|style)$/.test(element.name) ?',
  }),
  mutant('MD-LD-1', 'fences-json-ld-as-jsonld', {
    file: 'mock/engines/markdown/json-ld.ts',
    replace: '}json\\n',
    by: '}jsonld\\n',
  }),
  mutant('MD-LD-2', 'writes-an-empty-json-ld-block', {
    file: 'mock/engines/markdown/json-ld.ts',
    replace: 'this.#scripts.length === 0',
    by: 'false',
  }),
  mutant('MD-LD-4', 'takes-any-json-for-json-ld', {
    file: 'mock/engines/markdown/json-ld.ts',
    replace: 'ld\\+json',
    by: '(?:ld\\+)?json',
  }),
  mutant('MD-META-1', 'knows-no-title-by-name', {
    file: 'mock/engines/markdown/frontmatter.ts',
    replace: "{ title: 'title'",
    by: "{ 'dc.title': 'title'",
  }),
  mutant('MD-META-2', 'knows-no-title-of-open-graph', {
    file: 'mock/engines/markdown/frontmatter.ts',
    replace: "'og:title'",
    by: "'twitter:title'",
  }),
  mutant('MD-META-3', 'knows-no-description-by-name', {
    file: 'mock/engines/markdown/frontmatter.ts',
    replace: "description: 'description' }",
    by: "summary: 'description' }",
  }),
  mutant('MD-META-4', 'knows-no-description-of-open-graph', {
    file: 'mock/engines/markdown/frontmatter.ts',
    replace: "'og:description'",
    by: "'twitter:description'",
  }),
  mutant('MD-META-5', 'knows-another-image-of-open-graph', {
    file: 'mock/engines/markdown/frontmatter.ts',
    replace: "'og:image'",
    by: "'og:image:url'",
  }),
  mutant('MD-META-6', 'writes-fields-without-a-value', {
    file: 'mock/engines/markdown/frontmatter.ts',
    replace: "value.trim() === ''",
    by: 'false',
  }),
  mutant('MD-META-7', 'takes-what-stands-first', {
    file: 'mock/engines/markdown/frontmatter.ts',
    replace: 'filter((entry) => entry !== undefined)',
    by: 'filter((entry) => entry !== undefined).toSorted((a, b) => a.place - b.place)',
  }),
]);
