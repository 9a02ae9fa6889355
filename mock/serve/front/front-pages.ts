import type { Mock } from '../../assembly/create-mock.ts';
import { openapiAnswerer } from './answer-openapi.ts';
import { ConsoleError, consoleFiles, openConsoleFiles } from './console-files.ts';
import { wantsHtml } from './wants-html.ts';

/** Answers one path for people. */
type FrontPage = (request: Request) => Promise<Response>;

/** What a server has for people, by path. */
export function createFrontPages(mock: Mock): ReadonlyMap<string, FrontPage> {
  const readFile = openConsoleFiles();
  const page = async (path: string) => {
    const file = consoleFiles.find(({ name }) => name === path);
    try {
      return htmlPage(file ? await readFile(file) : '');
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error;
      const headers = { 'content-type': 'text/plain;charset=UTF-8', ...sameHeaders };
      return new Response(`${error.message}\n`, { status: 501, headers });
    }
  };
  const files = consoleFiles
    .filter(({ name }) => !name.endsWith('.html'))
    .map((file): [string, FrontPage] => [
      `/console/${file.name}`,
      async () =>
        new Response(await readFile(file), { headers: { 'content-type': file.type, ...sameHeaders } }),
    ]);
  return new Map<string, FrontPage>([
    ['/', (request) => (wantsHtml(request) ? page('index.html') : answerLinks(request, mock))],
    ['/docs', () => page('reference/index.html')],
    ['/openapi.json', openapiAnswerer()],
    ...files,
  ]);
}

/** The start for programs: where everything is. */
async function answerLinks({ url }: Request, mock: Mock): Promise<Response> {
  const { name, version, api, edge, objects, objects_open, interpreter, worker } = mock.info();
  const at = (path: string) => new URL(path, url).href;
  const links = {
    console: at('/'),
    docs: at('/docs'),
    openapi: at('/openapi.json'),
    info: at('/_touchstone/info'),
    journal: at('/_touchstone/journal'),
  };
  const planes = { api, edge, objects, objects_open, interpreter, worker };
  return Response.json({ name, version, ...links, ...planes }, { headers: sameHeaders });
}

const sameHeaders = {
  // Another build of the package serves the same paths.
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
} as const;

/** Scripts and styles come from this server only, and nothing in the page itself runs. */
const contentSecurity = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page of this server. */
function htmlPage(html: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(html, {
    headers: {
      'content-type': 'text/html;charset=UTF-8',
      'content-security-policy': contentSecurity,
      'referrer-policy': 'no-referrer',
      vary: 'accept',
      ...sameHeaders,
    },
  });
}
