import { RE2JS } from 're2js';

/** How long a text may be for a pattern that only the runtime's own, backtracking engine knows. */
const longestBacktracked = 64;

/**
 * Whether a text has a place that a schema's `pattern` matches. Linear in time; patterns with look-around or
 * back-references, which cannot be, are tried on short texts alone and match no longer ones.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const linear = compileLinear(pattern);
  if (linear !== undefined) return linear.matcher(text).find();
  if (text.length > longestBacktracked) return false;
  return compileNative(pattern)?.test(text) ?? false;
}

function compileLinear(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return undefined;
  }
}

/** A pattern as the runtime reads it; absent for what is none. */
export function compileNative(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Some patterns are written without heed to Unicode mode.
    }
  }
  return undefined;
}
