/**
 * A frame without a name: the chat-completions and native formats.
 *
 * @example
 * dataFrame({ response: 'He' }) // 'data: {"response":"He"}\n\n'
 */
export function dataFrame(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/**
 * A frame with the type of its data as its name, which clients of the responses and messages formats go by.
 *
 * @example
 * namedFrame({ type: 'ping' }) // 'event: ping\ndata: {"type":"ping"}\n\n'
 */
export function namedFrame<Data extends { readonly type: string }>(data: Data): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The frame that ends a stream and is no JSON, such as `[DONE]`. */
export function endFrame(end: string): string {
  return `data: ${end}\n\n`;
}
