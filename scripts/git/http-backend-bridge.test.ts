import { describe, expect, it } from 'vitest';
import { CgiReply } from './http-backend-bridge.ts';

const printed = 'Status: 403 Forbidden\r\nContent-Type: text/plain\r\n\r\nno\r\n\r\nmore';

describe('the output of a CGI program', () => {
  it.each([1, 2, 7, 1000])('is split into headers and a body, in pieces of %i bytes', (size) => {
    const heads: unknown[] = [];
    const reply = new CgiReply((status, headers) => heads.push([status, headers]));
    let body = '';
    for (let at = 0; at < printed.length; at += size) {
      body += reply.read(Buffer.from(printed.slice(at, at + size))).toString();
    }
    expect(body).toBe('no\r\n\r\nmore');
    expect(heads).toEqual([[403, { 'content-type': 'text/plain' }]]);
  });

  it('is a success without a status', () => {
    const statuses: number[] = [];
    new CgiReply((status) => statuses.push(status)).read(Buffer.from('A: b\r\n\r\n'));
    expect(statuses).toEqual([200]);
  });

  it('does not begin before its headers are complete', () => {
    const reply = new CgiReply(() => {});
    reply.read(Buffer.from('A: b\r\n'));
    expect(reply.begun).toBe(false);
  });
});
