/**
 * What `serve` prints of requests: a line for people, a JSON object for programs, lines of those only that were refused
 * or failed, or nothing.
 */
export const requestLogModes = ['pretty', 'json', 'errors', 'none'] as const;

export type RequestLogMode = (typeof requestLogModes)[number];

/** Words of the explanations of zone traffic by which a log finds why no token rule applied. */
export const tokenRuleWords = {
  noOperation: 'no saved operation is',
  notApplied: 'does not apply',
  satisfied: 'is satisfied',
  unsatisfied: 'is not satisfied',
} as const;

/** Limits of the request log. */
export const requestLogLimits = {
  /** Answered requests that wait to be printed; further ones are counted instead. */
  waiting: 1_000,
  /** Milliseconds between two writes. */
  intervalMs: 25,
  /** Milliseconds of work for one write; the rest of the waiting requests come with the next. */
  workMs: 0.25,
  /** Characters of one write to a terminal, which holds little, and stops its writer until it has shown that. */
  terminalCharacters: 2_048,
  /** Characters of a URL. */
  urlCharacters: 300,
  /** Lines of an explanation, and the characters of one. */
  reasons: 10,
  reasonCharacters: 300,
  /** Milliseconds that a stopping server takes to print the last requests. */
  endMs: 1_000,
} as const;
