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
  containers: 24,
  /** Characters that lines are indented or marked with; what is deeper is not indented further (inferred). */
  indent: 48,
  /**
   * Bytes that go into marks and link targets that are open over several blocks, and so are written in each;
   * behind that the text goes on without them (inferred).
   */
  repeatedMarks: 1_048_576,
  /** Bytes of Markdown between two delimiters that can still become tags, and so are held back (inferred). */
  heldMarks: 65_536,
  /** Bytes of a code block that wait for the longest run of backticks in it (inferred). */
  heldCode: 1_048_576,
  /** Backticks that fence a code block which is longer than that (inferred). */
  longFence: 64,
  /** Columns that one cell may span, and the first columns that a cell of an earlier row may reach into (inferred). */
  span: 32,
} as const;
