/** The structure of a page. */
export interface Outline {
  readonly title: string;
  /** Headings with their levels, in order. */
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  /** Links with their texts, in order. */
  readonly links: readonly { readonly text: string; readonly url: string }[];
}

/** Thrown for a page that is missing, or has no Markdown. */
export class OutlineError extends Error {}

/**
 * Outlines a page from its Markdown, which sites on the platform serve to clients that accept it.
 *
 * @throws OutlineError
 */
export async function outline(url: string): Promise<Outline> {
  const answer = await fetch(url, { headers: { accept: 'text/markdown' } });
  const markdown = await answer.text();
  if (!answer.ok) throw new OutlineError(`${url} answers ${answer.status}.`);
  if (!answer.headers.get('content-type')?.startsWith('text/markdown')) {
    throw new OutlineError(`${url} has no Markdown: is the content converter of its zone on?`);
  }
  const headings = [...markdown.matchAll(/^(#+) (.*)$/gm)].map(([, marks = '', text = '']) => ({
    level: marks.length,
    text,
  }));
  const links = [...markdown.matchAll(/\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g)].map(
    ([, text = '', target = '']) => ({
      text,
      url: new URL(target, url).href,
    }),
  );
  return { title: headings[0]?.text ?? '', headings, links };
}
