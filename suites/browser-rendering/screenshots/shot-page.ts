import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Filling,
  filled,
  filledIn,
  getPageAnswer,
  getShots,
  type PageAnswer,
  type Shot,
  typeOfFile,
} from '../../../spec/vectors/screenshots.ts';
import type { SiteAnswers, SiteRequest, SiteRoute } from '../../harness/page-sites.ts';
import { type NamedCase, toFile } from './cases.ts';

const fontFile = new URL('../../../fixtures/fonts/touchstone-square.woff', import.meta.url);

/** Values for placeholders on a site. */
function fillingFor(site: string): Filling {
  const font = readFileSync(fileURLToPath(fontFile)).toString('base64');
  return { site, font: `data:font/woff;base64,${font}` };
}

/** Whether any picture of a case needs a site for its page or its files. */
export function needsSite(item: NamedCase): boolean {
  const { own, same, differs } = getShots(item);
  const shots = [own, same, differs].filter((shot) => shot !== undefined);
  return (
    Object.keys(item.files).length > 0 ||
    shots.some(({ by, request }) => by === 'url' || /\{\{(?:site|host)\}\}/.test(JSON.stringify(request)))
  );
}

/** The answers of a picture's site by path. */
export function siteOfShot(item: NamedCase, { page }: Shot): (url: string) => SiteAnswers {
  return (url) => {
    const filling = fillingFor(url);
    const route = (answer: PageAnswer) => getRoute(item.name, answer, filling);
    const files = Object.entries(item.files).map(([path, answer]) => [path, route(answer)] as const);
    return { '/': route(getPageAnswer(item, page)), ...Object.fromEntries(files) };
  };
}

/**
 * The body of the request for a picture.
 *
 * @param site base URL of its site; the empty string if it has none
 */
export function requestOfShot(item: NamedCase, { by, page, request }: Shot, site: string): object {
  const filling = fillingFor(site);
  const source =
    by === 'url'
      ? { url: `${site}/` }
      : { html: new TextDecoder().decode(readFilled(item.name, page, filling)) };
  return { ...source, ...filledIn(request, filling) };
}

function getRoute(name: string, answer: PageAnswer, filling: Filling): SiteRoute {
  const { file, type = typeOfFile(file), status, delayMs, auth, needs } = answer;
  const headers = { 'content-type': type, ...lowerCased(filledIn(answer.headers ?? {}, filling)) };
  const whole = { status, headers, body: readFilled(name, file, filling), delayMs, auth };
  if (!needs) return whole;
  // An empty body would give the browser's error page instead of an empty one.
  const empty = {
    status: 403,
    headers: { 'content-type': typeOfFile('page.html') },
    body: '<!doctype html>',
  };
  return (request) => (carries(request, needs) ? whole : { ...empty, delayMs });
}

const carries = ({ cookies, headers }: SiteRequest, needs: NonNullable<PageAnswer['needs']>): boolean =>
  Object.entries(needs.cookies).every(([name, value]) => cookies[name] === value) &&
  Object.entries(needs.headers).every(([name, value]) => headers.get(name) === value);

/** Reads a file of a case and fills in its placeholders, byte for byte in any encoding. */
function readFilled(name: string, file: string, filling: Filling): Uint8Array {
  const bytes = readFileSync(toFile(name, file));
  if (!/^text\/|javascript|json|svg/.test(typeOfFile(file))) return bytes;
  return Buffer.from(filled(bytes.toString('latin1'), filling), 'latin1');
}

const lowerCased = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
