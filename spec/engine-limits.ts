/** Bounds of the browser that renders pages: how much it draws, how long it takes, how many at once. */
export const browserLimits = {
  /** Pixels of a viewport or of a clip, before the device scale factor (rendering-engines: 7, point 4). */
  pixels: 16_777_216,
  /** Pixels of a picture once the device scale factor and the scale of its clip are applied. */
  drawnPixels: 67_108_864,
  /** Pixels of height up to which a whole page is captured. */
  pageHeight: 16_384,
  /** Largest device scale factor. */
  deviceScaleFactor: 4,
  /** Pages that are rendered at the same time; more wait. */
  pagesAtOnce: 6,
  /** Requests that may wait; one more is refused as if there were no browser. */
  waitingPages: 200,
  /** Pages after which a browser is replaced by a new one. */
  pagesOfABrowser: 500,
  /** Visits after which a page that nothing is left in is replaced by a new one. */
  visitsOfAPage: 100,
  /** Milliseconds a browser may take to start. */
  startMs: 30_000,
  /** Milliseconds without a request after which the browser is closed. */
  idleMs: 20_000,
  /** Milliseconds a page may take to be loaded, where the request names no limit. */
  navigationMs: 30_000,
  /** Milliseconds an action on a loaded page may take, where the request names no limit. */
  actionMs: 60_000,
  /** Milliseconds an element is waited for, where the request names no limit: as long as the driver waits. */
  selectorMs: 30_000,
  /** Milliseconds that the one element to be captured may take to appear. */
  elementMs: 2_000,
  /** Milliseconds that what has begun to load is given before a picture is taken. */
  settleMs: 1_000,
  /** Milliseconds that all stages of one request may take together. */
  visitMs: 300_000,
  /** Milliseconds to find out the addresses of a name. */
  resolveMs: 10_000,
  /** Milliseconds until a connection to an address has to have come about. */
  connectMs: 15_000,
  /** Milliseconds to learn from the browser whose request for this machine it is. */
  askerMs: 2_000,
  /** Requests of one page for this machine that are remembered at once. */
  rememberedRequests: 1_000,
  /** Bytes of the first lines and headers of a request or of an answer. */
  headBytes: 262_144,
  /** Bytes of memory that one renderer may hold before its page counts as crashed. */
  rendererBytes: 1_073_741_824,
  /** Bytes that `/dev/shm` must have for a browser to share memory there, and not in files on a disk. */
  sharedMemoryBytes: 2_147_483_648,
  /** Frames with a process of their own that one page may have before it counts as crashed. */
  isolatedFrames: 64,
  /** Bytes of a document, a picture or a PDF that a page gives back. */
  resultBytes: 104_857_600,
} as const;

/** Bounds of what Git clients may send, and of what is done for them. */
export const gitLimits = {
  /** Bytes of a pkt-line, its length included: gitprotocol-common. */
  packetBytes: 65_520,
  /** Bytes of pack data in one packet of `side-band-64k`, as Git sends. */
  bandBytes: 65_515,
  /** Bytes of a request without its pack (commands, wants, haves), and of all that a compressed one inflates to. */
  requestBytes: 67_108_864,
  /** Bytes of a pack: what a repository of the platform may have in all. */
  packBytes: 1_073_741_824,
  /** Objects of a pack. */
  packObjects: 5_000_000,
  /** Bytes of one object, which is in memory as a whole while it is looked at, beside its base. */
  objectBytes: 134_217_728,
  /** Bytes of a commit, a tree or a tag, whose links are noted one by one. */
  linkingBytes: 33_554_432,
  /** Bytes that all objects of one pack may have once inflated, in times its own size, beyond a first 64 MiB. */
  inflationRatio: 1_100,
  /** Maximum length of a chain of deltas. */
  deltaDepth: 4_095,
  /** Packs of one repository, beyond which the smaller ones are put into one. */
  packs: 24,
  /** Commands of one push. */
  commands: 100_000,
  /** Bytes of the name of a ref. */
  refNameBytes: 1_024,
  /** Push options of one push, and bytes of each. */
  pushOptions: 1_000,
  pushOptionBytes: 65_000,
  /** Bytes of inflated bases that are kept to apply deltas to. */
  baseCacheBytes: 67_108_864,
  /** Milliseconds without a byte from another server after which an import gives it up, and that all of it may take. */
  remoteIdleMs: 30_000,
  remoteTotalMs: 600_000,
  /** Redirects that an import follows. */
  remoteRedirects: 5,
} as const;

/** Sizes of keys that verification takes: seed token-validation, JSON Web Key and Limits. */
export const joseLimits = {
  /** Bits of an RSA modulus. */
  rsaBits: [2048, 3072, 4096],
  /** Fewest decoded bytes of an HMAC secret. */
  hmacBytes: { HS256: 32, HS384: 48, HS512: 64 },
} as const;

/** Bounds of pictures that are read for what they show. */
export const pictureLimits = {
  /** Millions of pixels of a picture. */
  megapixels: 25,
  /** Bytes and pixels up to which a PNG file is read at once; others are read in a thread. */
  smallBytes: 65_536,
  smallPixels: 262_144,
  /** Pictures that are read in threads at once, milliseconds that one may take, bytes that the process may grow by. */
  work: { atOnce: 2, ms: 10_000, bytes: 1_073_741_824 },
} as const;

/** Bounds of JSON that is made up for a schema. */
export const schemaLimits = {
  /** Values and characters that a schema may ask for at least. */
  leastValues: 100_000,
} as const;

/** Bounds of recordings that are written down. */
export const soundLimits = {
  /** Characters of the transcript that a file may carry along in its tags. */
  transcriptCharacters: 20_000,
} as const;

/**
 * Bounds of the conversion of HTML to Markdown: seed inference-and-conversion, Limits; Cloudflare docs,
 * Markdown for Agents.
 */
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

/** Bounds of buckets and their objects: Cloudflare docs, R2 limits. */
export const objectLimits = {
  /** Bytes of UTF-8 of a key. */
  keyBytes: 1_024,
  /** Characters of the names and values of custom metadata; those of a text with any beyond U+00FF count twice. */
  metadataLength: 8_192,
  /** Bytes of an object, however it came: 5 TiB less 5 GiB. */
  objectBytes: 5_492_189_429_760,
  /** Bytes of a put or of a part: 5 GiB less 5 MiB. */
  uploadBytes: 5_363_466_240,
  /** The highest number of a part. */
  parts: 10_000,
  /** The fewest bytes of every part but the last. */
  partBytes: 5_242_880,
  /** Keys of one page of a list. */
  listed: 1_000,
  /** Milliseconds after which an upload that nobody completed is aborted: seven days. */
  uploadMs: 604_800_000,
} as const;

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
  /** Programs that run at the same time; more wait. */
  runsAtOnce: 4,
  /** Programs that wait for their turn; one more is refused. */
  waitingRuns: 200,
  /** Interpreters that stand ready for a program each. */
  warm: 2,
  /** Milliseconds without a program after which those that stand ready are given up (example-apps: 2.3). */
  idleMs: 300_000,
} as const;
