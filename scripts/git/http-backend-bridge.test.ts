import { describe, expect, it } from 'vitest';
import { CgiReply } from './http-backend-bridge.ts';

const printed = 'Status: 403 Forbidden\r\nContent-Type: text/plain\r\n\r\nno\r\n\r\nmore';

describe('what a program of a web server prints', () => {
  it.each([1, 2, 7, 1000])('is headers and a body, in pieces of %i bytes', (size) => {
    const heads: unknown[] = [];
    const reply = new CgiReply((status, headers) => heads.push([status, headers]));
    let body = '';
    for (let at = 0; at < printed.length; at += size) {
      body += reply.read(Buffer.from(printed.slice(at, at + size))).toString();
    }
    expect(body).toBe('no\r\n\r\nmore');
    expect(heads).toEqual([[403, { 'content-type': 'text/plain' }]]);
  });

  it('is a success where no status is named', () => {
    const statuses: number[] = [];
    new CgiReply((status) => statuses.push(status)).read(Buffer.from('A: b\r\n\r\n'));
    expect(statuses).toEqual([200]);
  });

  it('has not begun before its headers have ended', () => {
    const reply = new CgiReply(() => {});
    reply.read(Buffer.from('A: b\r\n'));
    expect(reply.begun).toBe(false);
  });
});
