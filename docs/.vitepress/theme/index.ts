import { useData } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './colours.css';
import './content.css';
import './home.css';

/** A link to the Markdown of a page, which is beside its HTML. */
const AsMarkdown = () => {
  const file = useData().page.value.relativePath.split('/').at(-1);
  // With a target, the router leaves the link to the browser.
  return h('p', { class: 'as-markdown' }, h('a', { href: file, target: '_self' }, 'This page as Markdown'));
};

// biome-ignore lint/style/noDefaultExport: VitePress reads its theme from the default export.
export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'doc-footer-before': () => h(AsMarkdown) }),
};
