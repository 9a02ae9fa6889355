import { connect } from 'node:net';

/**
 * Sends text over a socket as it is, and gives all that comes back until the other end closes.
 *
 * @param url where to; only host and port count
 * @param parts pieces that are written one after the other
 */
export function rawHttp(url: string, ...parts: readonly (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () => {
      for (const part of parts) socket.write(part);
    });
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    // What was answered before the other end went away still counts.
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)));
  });
}
