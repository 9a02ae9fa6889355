import type { Task } from '../task.ts';
import { encode } from './codec.ts';

/**
 * The key under which the answer to a request is kept: SHA-256 of task, model and request, in hexadecimal.
 * It is the same on every machine, and whatever the order of members.
 *
 * @example
 * await recordKey('draw', 'google/nano-banana', { prompt: 'a cat', width: 64, height: 64 })
 */
export async function recordKey(task: Task, model: string, request: unknown): Promise<string> {
  const text = JSON.stringify(encode([task, model, request]));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
