/** Bounds of the conversion of HTML to Markdown: seed inference-and-conversion, Limits; fact sheet, sections 2 and 4. */
export const markdownLimits = {
  /** Bytes of decompressed HTML that are read; what stands behind them is left out (seed). */
  htmlBytes: 6_291_456,
  /** Bytes of the rendered frontmatter, its two fences included (documented). */
  frontmatterBytes: 65_536,
  /** Bytes of all JSON-LD together (documented). */
  jsonLdBytes: 1_048_576,
  /** Elements of which one may stand within another; deeper ones are read as if they stood beside (inferred). */
  depth: 512,
  /** Lists and block quotes of which one may stand within another; deeper ones do not indent further (inferred). */
  containers: 32,
  /** Columns that one cell may span, and the first columns that a cell of an earlier row may reach into (inferred). */
  span: 32,
} as const;
