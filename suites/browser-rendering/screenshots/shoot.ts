import type { Reply } from '../../../spec/client.ts';
import type { Shot } from '../../../spec/vectors/screenshots.ts';
import { match } from '../../harness/assertions.ts';
import type { TestContext } from '../../harness/context.ts';
import type { NamedCase } from './cases.ts';
import { needsSite, requestOfShot, siteOfShot } from './shot-page.ts';

/** Takes a screenshot of a page on its own site, and returns the bytes of the image. */
export async function shoot(t: TestContext, item: NamedCase, shot: Shot): Promise<Uint8Array> {
  const site = needsSite(item) ? await t.site(siteOfShot(item, shot)) : undefined;
  const reply = await t.ask('browser-rendering.screenshot.create', {
    params: { account_id: t.accountId },
    body: requestOfShot(item, shot, site?.url ?? ''),
  });
  t.expectSuccess(reply, 'the screenshot');
  return toImage(reply, shot.request);
}

/** The image of an answer: its bytes, or the decoded text if Base64 was requested. */
export function toImage(
  { bytes, text }: Pick<Reply, 'bytes' | 'text'>,
  request: Shot['request'],
): Uint8Array {
  const { screenshotOptions } = request as { screenshotOptions?: { encoding?: unknown } }; // if it has any
  if (screenshotOptions?.encoding !== 'base64') return bytes;
  match(text, /^[A-Za-z0-9+/]+={0,2}$/, 'the Base64 of the picture');
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
