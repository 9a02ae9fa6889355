/** Reads the first line of a stream. @throws Error when the stream ends without one */
export async function firstLine(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'));
  }
  throw new Error('the server ended before it was ready');
}
