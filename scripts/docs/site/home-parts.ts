import type { MarkdownRenderer } from 'vitepress';

/** The sections of the README that are ways to use the project. */
const doors = 3;

/**
 * Gives the home page its parts. The hero is what is above the first section, up to a picture; before the picture it
 * links to the first sections. Each section is an element of its own.
 *
 * @param isHomePage whether the page with this path is the home page
 */
export function partHomePage(md: MarkdownRenderer, isHomePage: (file: string) => boolean): void {
  md.core.ruler.push('parts_of_the_home_page', (state) => {
    const { tokens, env } = state;
    if (!isHomePage(env.realPath ?? env.path)) return;
    const html = (content: string) => Object.assign(new state.Token('html_block', '', 0), { content });
    const sections = tokens.filter(({ type, tag }) => type === 'heading_open' && tag === 'h2');
    const links = sections.slice(0, doors).map((heading) => {
      const [text] = tokens[tokens.indexOf(heading) + 1]?.children ?? [];
      return `<li><a href="#${heading.attrGet('id')}">${md.utils.escapeHtml(text?.content ?? '')}</a></li>`;
    });
    // A paragraph is three tokens, of which the second has its content.
    const picture = tokens.findIndex(({ children }) => children?.some(({ type }) => type === 'image')) - 1;
    state.tokens = [
      html('<div class="front"><div class="hero">'),
      ...tokens.slice(0, picture),
      html(`<ul class="doors">${links.join('')}</ul>`),
      ...tokens.slice(picture, picture + 3),
      html('</div><div class="scope">'),
      ...tokens.slice(picture + 3).flatMap((token) => {
        const at = sections.indexOf(token);
        return at === -1 ? [token] : [html(at === 0 ? '</div>' : '</section>'), html('<section>'), token];
      }),
      html('</section></div>'),
    ];
  });
}
