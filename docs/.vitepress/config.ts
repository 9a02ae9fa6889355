import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../../scripts/docs/anchors.ts';
import { findDeadLinks } from '../../scripts/docs/site/dead-links.ts';
import { groupPages } from '../../scripts/docs/site/grouped-pages.ts';
import { partHomePage } from '../../scripts/docs/site/home-parts.ts';
import { isToFile, resolveLink } from '../../scripts/docs/site/links.ts';
import { writeMachineTexts } from '../../scripts/docs/site/machine-texts.ts';
import { addedTo, firstParagraph, getPages, pathOfPage } from '../../scripts/docs/site/pages.ts';
import { repairSearchBox } from '../../scripts/docs/site/search-box.ts';
import { sidebar } from './sidebar.ts';

const root = join(import.meta.dirname, '..', '..');
const pages = getPages(root);
const groups = groupPages(pages, sidebar);
const stone = readFileSync(join(root, 'mock/console/icon.svg'), 'utf8');
const icon = asAddress(stone);
/** The path of a file from the root of the repository. */
const fileOf = (path: string) => relative(root, path).replaceAll('\\', '/');
function asAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
const about = { title: 'Touchstone', description: firstParagraph(root, 'README.md') };

// biome-ignore lint/style/noDefaultExport: VitePress reads its configuration from the default export.
export default defineConfig({
  ...about,
  lang: 'en',
  // Links are relative, so that the folder works below any path.
  base: './',
  srcDir: root,
  srcExclude: ['!(docs)/**/*'],
  rewrites: (file) => pathOfPage(file) ?? file,
  head: [['link', { rel: 'icon', href: icon }]],
  vite: {
    plugins: [repairSearchBox],
    // The index of the search; it is loaded with the first search.
    build: { chunkSizeWarningLimit: 1000 },
    // The root is that of the repository, which has pages and sources that are not of the site.
    optimizeDeps: { entries: ['docs/.vitepress/theme/index.ts'] },
    server: { watch: { ignored: ['**/{fixtures,mock,spec,suites}/**'] } },
  },
  markdown: {
    anchor: { slugify: anchorOf },
    // `{zone_id}` in a sentence is no attribute, and `:id:` no picture.
    attrs: false,
    emoji: false,
    config(md) {
      partHomePage(md, (file) => fileOf(file) === 'README.md');
      md.core.ruler.before('normalize', 'list_of_records', (state) => {
        state.src += addedTo(root, fileOf(state.env.realPath ?? state.env.path), pages);
      });
      // Two braces are text, and not an expression of Vue.
      const codeInline = md.renderer.rules.code_inline;
      md.renderer.rules.code_inline = (tokens, at, ...rest) => {
        tokens[at]?.attrSet('v-pre', '');
        return codeInline?.(tokens, at, ...rest) ?? '';
      };
      md.core.ruler.after('inline', 'links_between_files', ({ tokens, env }) => {
        const file = fileOf(env.realPath ?? env.path);
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const link = token.type === 'link_open' ? token.attrGet('href') : null;
          if (link === null || !isToFile(link)) continue;
          const { path, hash } = resolveLink(root, file, link);
          token.attrSet('href', `/${path}${hash}`);
        }
      });
    },
  },
  themeConfig: {
    logo: { light: icon, dark: asAddress(stone.replace('#2b2f36', '#4a505b')) },
    nav: [
      { text: 'Start', link: '/start.md' },
      { text: 'Guides', link: '/guides.md' },
      { text: 'API reference', link: '/reference/index.md' },
      { text: 'Changes', link: '/changelog.md' },
    ],
    outline: { level: [2, 3], label: 'On this page' },
    sidebar: groups.map(({ title, pages, collapsed }) => ({
      text: title,
      ...(collapsed ? { collapsed } : {}),
      items: pages.map((page) => ({ text: page.title, link: `/${page.path}` })),
    })),
    search: {
      provider: 'local',
      options: {
        // Guides come before records and reference.
        miniSearch: {
          searchOptions: {
            boostDocument: (id: string) =>
              /^\/(?:decisions|reference|contributing|mutants)/.test(id) ? 0.3 : 1,
          },
        },
      },
    },
  },
  transformPageData({ relativePath, frontmatter }) {
    if (relativePath === 'index.md') return { frontmatter: { ...frontmatter, layout: 'home' } };
    const [folder = '', ...rest] = relativePath.split('/');
    return rest.length > 0 ? { frontmatter: { ...frontmatter, pageClass: folder } } : {};
  },
  transformHead: ({ pageData }) =>
    pageData.relativePath === '404.md'
      ? []
      : [
          [
            'link',
            { rel: 'alternate', type: 'text/markdown', href: pageData.relativePath.split('/').at(-1) ?? '' },
          ],
        ],
  buildEnd({ outDir, site }) {
    writeMachineTexts(root, outDir, about, pages, groups);
    const dead = findDeadLinks(outDir, site.base);
    if (dead.length > 0) throw new Error(`Links that lead nowhere:\n${dead.join('\n')}`);
    console.log(`The site is in ${outDir}: serve that folder with any static server.`);
  },
});
