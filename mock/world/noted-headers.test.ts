import { describe, expect, it } from 'vitest';
import { NotedHeaders } from './noted-headers.ts';

describe('NotedHeaders', () => {
  it('stay as they were, whatever becomes of the headers', () => {
    const headers = new Headers({ accept: 'text/html', 'X-Empty': '' });
    const noted = new NotedHeaders(headers);
    headers.set('accept', 'image/png');
    headers.delete('x-empty');
    expect([...noted]).toEqual([
      ['accept', 'text/html'],
      ['x-empty', ''],
    ]);
    expect([noted.get('accept'), noted.get('x-empty'), noted.get('host')]).toEqual(['text/html', '', null]);
  });
});
