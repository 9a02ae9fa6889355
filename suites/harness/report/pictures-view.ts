import type { KeptPictures } from '../evidence.ts';
import { type Html, html } from './html.ts';

/** Gives the bytes of a picture that was kept; undefined when they are not there, or no more fit. */
export type PictureSource = (path: string) => Uint8Array | undefined;

const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/** Expected, actual and what differs; the page's script lays the first two over each other. */
export function picturesView({ expected, actual, difference }: KeptPictures, pictures: PictureSource): Html {
  const shown = [
    ['expected', 'Expected', expected],
    ['actual', 'Received', actual],
    ...(difference === null ? [] : [['difference', 'Difference, in red', difference] as const]),
  ] as const;
  return html`<div class="pictures">${shown.map(
    ([kind, caption, path]) =>
      html`<figure class="${kind}">${pictureView(path, caption, pictures)}<figcaption>${caption}</figcaption></figure>`,
  )}</div>`;
}

function pictureView(path: string, caption: string, pictures: PictureSource): Html {
  const bytes = pictures(path);
  const type = types[/\w+$/.exec(path)?.[0] ?? ''];
  if (bytes === undefined || type === undefined) return html`<p class="note">See ${path}</p>`;
  return html`<img alt="${caption} picture" src="data:${type};base64,${Buffer.from(bytes).toString('base64')}">`;
}
