/** Bounds of the Python that programs of a code interpreter are run by: how long, how much, how many at once. */
export const pythonLimits = {
  /** Milliseconds of wall clock that one program may take (example-apps: 2.3). */
  runMs: 60_000,
  /** Milliseconds that a program which was interrupted is given to end by itself. */
  graceMs: 250,
  /** Milliseconds an interpreter may take to start. */
  startMs: 60_000,
  /** Bytes of memory that one interpreter may have, its own 30 MiB included (example-apps: 2.5, point 3). */
  memoryBytes: 268_435_456,
  /** Bytes of JavaScript that one interpreter may have beside that memory, where the runtime can bound it. */
  heapBytes: 134_217_728,
  /** Bytes that the process of all interpreters may have; beyond them all programs that run are ended. */
  processBytes: 2_147_483_648,
  /** Bytes of all files that one program may keep, and of what waits in its pipes. */
  fileBytes: 67_108_864,
  /** Files, folders and links that may be there at once, those of the interpreter included. */
  files: 20_000,
  /** Bytes of UTF-8 that one program may write to its two outputs together. */
  outputBytes: 1_048_576,
  /** Characters of what is told of results and of an error, as JSON. */
  resultChars: 8_388_608,
  /** Bytes of UTF-8 of a program. */
  codeBytes: 1_048_576,
  /** Programs that run at the same time; more wait their turn. */
  runsAtOnce: 4,
  /** Programs that wait for their turn; one more is refused. */
  waitingRuns: 200,
  /** Interpreters that stand ready for a program each. */
  warm: 2,
  /** Milliseconds without a program after which those that stand ready are given up (example-apps: 2.3). */
  idleMs: 300_000,
} as const;
