import { RE2JS, RE2JSException } from 're2js';
import { ApiError } from '../../../spec/errors.ts';
import type { UrlPattern } from '../../engines/browser/index.ts';
import { jsonPointer } from '../../validate.ts';

/** A pattern between slashes, with its flags, as the documentation writes it; anything else is bare. */
const delimited = /^\/(.*)\/([dgimsuvy]*)$/s;

/** What RE2 does otherwise unless it is told; the other flags change nothing in a test of one URL. */
const flags: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/**
 * The patterns of `allowRequestPattern` or `rejectRequestPattern`. They run on RE2, in a time linear in the URL
 * whatever the pattern: there is no look-around and no back-reference (inferred: the platform names no engine).
 *
 * @param member name of the member that holds them, for refusals
 * @throws ApiError `render-invalid` for one that can't be compiled
 *
 * @example
 * urlPatterns(['/\\.css$/i'], 'rejectRequestPattern')?.[0]?.test('https://example.com/A.CSS'); // true
 */
export function urlPatterns(texts: readonly string[] | undefined, member: string): UrlPattern[] | undefined {
  return texts?.map((text, index) => {
    const [, inner = text, letters = ''] = delimited.exec(text) ?? [];
    try {
      const compiled = RE2JS.compile(inner, bits(letters));
      return { test: (url) => compiled.test(url) };
    } catch (cause) {
      if (!(cause instanceof RE2JSException)) throw cause;
      const path = [member, String(index)];
      const problem = `is no regular expression that runs in linear time: ${cause.message}`;
      throw new ApiError('render-invalid', { field: path.join('.'), problem }, jsonPointer(path), { cause });
    }
  });
}

const bits = (letters: string) => [...letters].reduce((sum, letter) => sum | (flags[letter] ?? 0), 0);
