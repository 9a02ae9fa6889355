/** How much reports hold, so that a run in which everything fails still gives files that open. */
export const reportLimits = {
  /** Characters of a body that `report.html` shows. */
  bodyCharacters: 4_000,
  /** Exchanges of one test that it shows; those that show its failure come first. */
  exchangesOfTest: 20,
  /** Failures whose exchanges `report.html` shows; all stand in `results.json`. */
  failuresWithExchanges: 400,
  /** Bytes of pictures that `report.html` holds; further ones are linked. */
  pictureBytes: 24 * 1_048_576,
  /** Bytes of a step summary: GitHub takes no more than 1 MiB. */
  summaryBytes: 1_000_000,
} as const;
