/** `touchstone markdown`: converts a file or a page. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { markdownStream } from '../mock/engines/markdown/index.ts';
import { getFileProblem } from '../spec/file-problem.ts';
import { TouchstoneError } from '../spec/touchstone-error.ts';

export interface MarkdownFlags {
  /** Base address of relative links; defaults to the address of the page. */
  readonly url?: string;
  /** Encoding of the page; by default detected as a browser does. */
  readonly charset?: string;
}

interface Page {
  readonly body: ReadableStream<Uint8Array>;
  readonly url: string | undefined;
  readonly charset: string | undefined;
}

/**
 * Converts a file, a web page or standard input, and streams the Markdown.
 *
 * @param source path, http(s) URL, or `-`
 * @returns the exit code: 0, or 2 when the page can't be read, with the reason on standard error
 */
export async function markdown(
  source: string,
  flags: MarkdownFlags = {},
  output: NodeJS.WritableStream = process.stdout,
): Promise<number> {
  try {
    if (flags.url !== undefined && !isWebAddress(flags.url)) {
      throw new TouchstoneError('markdown-url', `--url is not an http(s) URL: '${flags.url}'`);
    }
    const { body, url, charset } = await getPage(source, flags);
    const options = {
      ...(url === undefined ? {} : { url }),
      ...(charset === undefined ? {} : { charset: knownCharset(charset) }),
    };
    for await (const chunk of markdownStream(body, options)) {
      if (!output.write(chunk)) await once(output, 'drain');
    }
    return 0;
  } catch (error) {
    // The reader may close the pipe early, as `head` does.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return 0;
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`touchstone markdown: ${reason}`);
    return 2;
  }
}

async function getPage(source: string, flags: MarkdownFlags): Promise<Page> {
  const { url, charset } = flags;
  if (isWebAddress(source)) return webPage(source, flags);
  const bytes = source === '-' ? process.stdin : await openFile(source);
  // Node's type and the web's type of the stream differ in name only.
  const body = Readable.toWeb(Readable.from(bytes)) as unknown as ReadableStream<Uint8Array>;
  return { body, url, charset };
}

async function openFile(file: string): Promise<NodeJS.ReadableStream> {
  const stats = await stat(file).catch((cause: unknown) => {
    throw new TouchstoneError('markdown-file', `${file} ${getFileProblem(cause)}`, { cause });
  });
  if (stats.isDirectory()) throw new TouchstoneError('markdown-file', `${file} is a folder`);
  return createReadStream(file);
}

async function webPage(address: string, { url, charset }: MarkdownFlags): Promise<Page> {
  const answer = await fetch(address, { headers: { accept: 'text/html' } });
  const type = answer.headers.get('content-type') ?? '';
  if (!answer.ok || answer.body === null) {
    throw new TouchstoneError('markdown-status', `${address} answered with status ${answer.status}`);
  }
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(type)) {
    await answer.body.cancel();
    throw new TouchstoneError('markdown-type', `${address} is not HTML: its type is '${type}'`);
  }
  const named = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1];
  return { body: answer.body, url: url ?? answer.url, charset: charset ?? named };
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** @throws TouchstoneError for an unknown encoding */
function knownCharset(charset: string): string {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    throw new TouchstoneError('markdown-charset', `unknown encoding: '${charset}'`);
  }
}
