/** Why a conversion is incomplete, as the platform words it (fact sheet, section 4). */
export type Shortfall =
  | 'source HTML truncated at the conversion size limit'
  | 'oversized front matter omitted'
  | 'oversized JSON-LD omitted';

/** The comment that says what is missing; empty when nothing is. */
export function incompleteNotice(shortfalls: readonly Shortfall[]): string {
  if (shortfalls.length === 0) return '';
  return `<!-- Cloudflare Markdown for Agents: incomplete conversion; ${shortfalls.join('; ')} -->\n`;
}
