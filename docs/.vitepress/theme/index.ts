import theme from 'vitepress/theme-without-fonts';
import './colours.css';
import './content.css';
import './home.css';

// biome-ignore lint/style/noDefaultExport: VitePress reads its theme from the default export.
export default theme;
