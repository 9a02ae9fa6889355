import type { ConversionOptions } from './conversion-options.ts';
import { MarkdownConverter } from './converter.ts';

/** Bytes that are converted at once: the chunks of some runtimes grow with the slowness of their reader. */
const pieceBytes = 65_536;

/**
 * Converts a page while it arrives. The source is read as fast as the Markdown is, and cancelled when nothing
 * more of it is needed or wanted; its failures are the stream's.
 *
 * @example
 * const { body } = await fetch('https://example.com/');
 * new Response(markdownStream(body, { url: 'https://example.com/' }));
 */
export function markdownStream(
  html: ReadableStream<Uint8Array>,
  options: ConversionOptions = {},
): ReadableStream<Uint8Array> {
  const converter = new MarkdownConverter(options);
  const reader = html.getReader();
  /** What was read and is not converted yet. */
  let rest: Uint8Array | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = rest === undefined ? await reader.read() : { done: false, value: rest };
          rest = value !== undefined && value.length > pieceBytes ? value.subarray(pieceBytes) : undefined;
          const markdown =
            value === undefined ? converter.end() : converter.write(value.subarray(0, pieceBytes));
          if (markdown.length > 0) controller.enqueue(markdown);
          if (!done && converter.full) {
            const rest = converter.end();
            if (rest.length > 0) controller.enqueue(rest);
            // Its source may fail to stop: what it had to give is given.
            reader.cancel().catch(() => {});
          }
          if (done || converter.full) {
            controller.close();
            return;
          }
          if (markdown.length > 0) return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
