import { describe, expect, it } from 'vitest';
import { markdownLimits } from '../../../spec/engine-limits.ts';
import { markdownStream } from './markdown-stream.ts';
import { bytesOf, textOf } from './testing/bytes-of.ts';

interface Source {
  readonly stream: ReadableStream<Uint8Array>;
  /** How often more was asked for. */
  pulls: number;
  /** Why it was cancelled. */
  cancelled: unknown[];
}

/** A source that gives what `chunkAt` says until that is undefined, and counts what is asked of it. */
function sourceOf(chunkAt: (index: number) => Uint8Array | undefined): Source {
  const source: Source = {
    pulls: 0,
    cancelled: [],
    stream: new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const chunk = chunkAt(source.pulls++);
          if (chunk === undefined) controller.close();
          else controller.enqueue(chunk);
        },
        cancel(reason) {
          source.cancelled.push(reason);
        },
      },
      { highWaterMark: 0 },
    ),
  };
  return source;
}

function chunks(...texts: string[]): Source {
  return sourceOf((index) => (index < texts.length ? bytesOf(texts[index] ?? '') : undefined));
}

async function read(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

/** Enough for Markdown to come of it at once. */
const paragraphs = '<p>word</p>'.repeat(500);

describe('markdownStream', () => {
  it('converts a page that arrives in chunks', async () => {
    const { stream } = chunks('<h1>a</', 'h1><a hr', 'ef=b>c', '</a>');
    expect(await read(markdownStream(stream, { url: 'https://h.example/' }))).toBe(
      '# a\n\n[c](https://h.example/b)\n',
    );
  });

  it('gives nothing for a page without content', async () => {
    expect(await read(markdownStream(chunks().stream))).toBe('');
  });

  it('takes empty chunks', async () => {
    expect(await read(markdownStream(chunks('', 'a', '', '').stream))).toBe('a\n');
  });

  it('asks for no more than is read of it', async () => {
    const source = sourceOf(() => bytesOf(paragraphs));
    const reader = markdownStream(source.stream).getReader();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(source.pulls).toBe(0);
    await reader.read();
    const first = source.pulls;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([first, source.pulls]).toEqual([1, 1]);
    await reader.read();
    expect(source.pulls).toBe(2);
    await reader.cancel();
  });

  it('gives Markdown before the page has ended', async () => {
    const source = sourceOf((index) => bytesOf(index === 0 ? paragraphs : ''));
    const { value, done } = await markdownStream(source.stream).getReader().read();
    expect([done, textOf(value ?? new Uint8Array(0)).startsWith('word\n\nword')]).toEqual([false, true]);
  });

  it('cancels its source when it is cancelled, with the same reason', async () => {
    const source = sourceOf(() => bytesOf(paragraphs));
    const reader = markdownStream(source.stream).getReader();
    await reader.read();
    await reader.cancel('enough');
    expect(source.cancelled).toEqual(['enough']);
  });

  it('fails as its source fails', async () => {
    const failure = new Error('reset');
    const source = sourceOf((index) => {
      if (index > 0) throw failure;
      return bytesOf(paragraphs);
    });
    const reader = markdownStream(source.stream).getReader();
    await reader.read();
    await expect(reader.read()).rejects.toBe(failure);
  });

  it('ends at the limit, says so, and cancels its source', async () => {
    const chunk = new Uint8Array(1_000_000).fill(0x20);
    chunk.set(bytesOf('<p>a'));
    const source = sourceOf(() => chunk);
    const markdown = await read(markdownStream(source.stream));
    expect(markdown).toBe(
      `${'a\n\n'.repeat(7)}<!-- Cloudflare Markdown for Agents: incomplete conversion; source HTML truncated at the conversion size limit -->\n`,
    );
    expect([source.pulls, source.cancelled.length]).toEqual([
      Math.ceil((markdownLimits.htmlBytes + 1) / chunk.length),
      1,
    ]);
  });

  it('ends at the limit also when its source does not let itself be cancelled', async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(4_000_000).fill(0x61)),
      cancel: () => Promise.reject(new Error('no')),
    });
    expect((await read(markdownStream(stream))).length).toBeGreaterThan(markdownLimits.htmlBytes);
  });
});
