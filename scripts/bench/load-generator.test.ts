import { describe, expect, it } from 'vitest';
import { answerEnd } from './load-generator.ts';

describe('the load generator', () => {
  it.each([
    ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', 40],
    ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no', undefined],
    ['HTTP/1.1 200 OK\r\nContent-Le', undefined],
    ['HTTP/1.1 200 OK\r\ncontent-length:2\r\n\r\nokHTTP/1.1', 39],
  ])('finds that %j ends at %d', (received, end) => {
    expect(answerEnd(received)).toBe(end);
  });
});
