/** Limits of the browser that renders pages: size, time and concurrency. */
export const browserLimits = {
  /** Pixels of a viewport or of a clip, before the device scale factor (rendering-engines: 7, point 4). */
  pixels: 16_777_216,
  /** Pixels of a picture after the device scale factor and the scale of its clip. */
  drawnPixels: 67_108_864,
  /** Pixels of height up to which a full page is captured. */
  pageHeight: 16_384,
  /** Largest device scale factor. */
  deviceScaleFactor: 4,
  /** Concurrent pages; further ones wait. */
  pagesAtOnce: 6,
  /** Waiting requests; a further one gets the same refusal as without a browser. */
  waitingPages: 200,
  /** Pages after which a new browser replaces the old one. */
  pagesOfABrowser: 500,
  /** Visits after which a new page replaces a clean one. */
  visitsOfAPage: 100,
  /** Milliseconds for the start of a browser. */
  startMs: 30_000,
  /** Milliseconds without a request after which the browser is closed. */
  idleMs: 20_000,
  /** Milliseconds for loading a page if the request has no limit. */
  navigationMs: 30_000,
  /** Milliseconds for an action on a loaded page if the request has no limit. */
  actionMs: 60_000,
  /** Milliseconds to wait for an element if the request has no limit: the default of the driver. */
  selectorMs: 30_000,
  /** Milliseconds that the one element to be captured may take to appear. */
  elementMs: 2_000,
  /** Milliseconds for resources that are still loading before a picture is taken. */
  settleMs: 1_000,
  /** Milliseconds for all stages of one request together. */
  visitMs: 300_000,
  /** Milliseconds for resolving a name. */
  resolveMs: 10_000,
  /** Milliseconds for connecting to an address. */
  connectMs: 15_000,
  /** Milliseconds for finding the browser request behind a connection to this machine. */
  askerMs: 2_000,
  /** Remembered requests of one page to this machine. */
  rememberedRequests: 1_000,
  /** Bytes of the head of a request or of an answer. */
  headBytes: 262_144,
  /** Bytes of memory of one renderer before its page counts as crashed. */
  rendererBytes: 1_073_741_824,
  /** Bytes that `/dev/shm` needs for shared memory of a browser; with less it uses files on disk. */
  sharedMemoryBytes: 2_147_483_648,
  /** Out-of-process frames of one page before it counts as crashed. */
  isolatedFrames: 64,
  /** Bytes of a document, a picture or a PDF that a page returns. */
  resultBytes: 104_857_600,
} as const;

/** Limits of requests from Git clients and of the work for them. */
export const gitLimits = {
  /** Bytes of a pkt-line, its length included: gitprotocol-common. */
  packetBytes: 65_520,
  /** Bytes of pack data in one packet of `side-band-64k`, as Git sends. */
  bandBytes: 65_515,
  /** Bytes of a request without its pack (commands, wants, haves), and of a compressed one after inflation. */
  requestBytes: 67_108_864,
  /** Bytes of a pack: the limit of a whole repository of the platform. */
  packBytes: 1_073_741_824,
  /** Objects of a pack. */
  packObjects: 5_000_000,
  /** Bytes of one object, which is in memory as a whole together with its base. */
  objectBytes: 134_217_728,
  /** Bytes of a commit, a tree or a tag, whose links are recorded one by one. */
  linkingBytes: 33_554_432,
  /** Inflated bytes of all objects of one pack as a multiple of its size, beyond the first 64 MiB. */
  inflationRatio: 1_100,
  /** Length of a chain of deltas. */
  deltaDepth: 4_095,
  /** Packs of one repository before the smaller ones are merged. */
  packs: 24,
  /** Commands of one push. */
  commands: 100_000,
  /** Bytes of the name of a ref. */
  refNameBytes: 1_024,
  /** Push options of one push, and bytes of each. */
  pushOptions: 1_000,
  pushOptionBytes: 65_000,
  /** Bytes of inflated bases that are cached for deltas. */
  baseCacheBytes: 67_108_864,
  /** Milliseconds of an import without a byte from the other server, and in total. */
  remoteIdleMs: 30_000,
  remoteTotalMs: 600_000,
  /** Redirects that an import follows. */
  remoteRedirects: 5,
} as const;

/** Key sizes that verification accepts: seed token-validation, JSON Web Key and Limits. */
export const joseLimits = {
  /** Bits of an RSA modulus. */
  rsaBits: [2048, 3072, 4096],
  /** Fewest decoded bytes of an HMAC secret. */
  hmacBytes: { HS256: 32, HS384: 48, HS512: 64 },
} as const;

/** Limits of pictures that are decoded. */
export const pictureLimits = {
  /** Millions of pixels of a picture. */
  megapixels: 25,
  /** Bytes and pixels up to which a PNG file is decoded at once; larger ones are decoded in a thread. */
  smallBytes: 65_536,
  smallPixels: 262_144,
  /** Concurrent threads for pictures, milliseconds for one picture, and bytes by which the process may grow. */
  work: { atOnce: 2, ms: 10_000, bytes: 1_073_741_824 },
} as const;

/** Limits of SQL databases: Cloudflare docs, D1 limits; those of sizes and of the machine are ours. */
export const sqliteLimits = {
  /** Bytes of a database. The platform has 500 MB and 10 GB. */
  databaseBytes: 104_857_600,
  /** Bytes of a statement (documented). */
  statementBytes: 100_000,
  /** What SQLite itself limits, by its names (documented). */
  statements: {
    length: 2_000_000,
    column: 100,
    variableNumber: 100,
    functionArg: 32,
    likePatternLength: 50,
    attach: 0,
  },
  /** Concurrent processes, milliseconds for one request (documented), and milliseconds until an idle process ends. */
  work: { atOnce: 4, ms: 30_000, idleMs: 60_000 },
  /** Bytes of memory of a process. */
  processBytes: 1_073_741_824,
  /** Contents of a database that Time Travel goes back to. */
  contents: 100,
  /** Bytes of the databases that a process remembers. */
  rememberedBytes: 134_217_728,
} as const;

/** Limits of JSON that is generated from a schema. */
export const schemaLimits = {
  /** Minimum of values and characters that a schema may require. */
  leastValues: 100_000,
} as const;

/** Limits of recordings that are transcribed. */
export const soundLimits = {
  /** Characters of the transcript in the tags of a file. */
  transcriptCharacters: 20_000,
} as const;

/**
 * Limits of the conversion of HTML to Markdown: seed inference-and-conversion, Limits; Cloudflare docs, Markdown for
 * Agents.
 */
export const markdownLimits = {
  /** Bytes of decompressed HTML that are read; the rest is ignored (seed). */
  htmlBytes: 6_291_456,
  /** Bytes of the rendered frontmatter, its two fences included (documented). */
  frontmatterBytes: 65_536,
  /** Bytes of all JSON-LD together (documented). */
  jsonLdBytes: 1_048_576,
  /** Depth of elements; deeper ones are read as siblings (inferred). */
  depth: 512,
  /** Depth of lists and block quotes; deeper ones do not indent further (inferred). */
  containers: 24,
  /** Characters of indentation or markers of a line; deeper blocks are not indented further (inferred). */
  indent: 48,
  /**
   * Bytes of marks and link targets that are open over several blocks and so are repeated in each; beyond that the text
   * goes on without them (inferred).
   */
  repeatedMarks: 1_048_576,
  /** Bytes of Markdown between two delimiters that can still become tags and so are held back (inferred). */
  heldMarks: 65_536,
  /** Bytes of an address in text before the first character that Markdown would read (inferred). */
  addressBytes: 2_048,
  /** Bytes of a code block that wait for its longest run of backticks (inferred). */
  heldCode: 1_048_576,
  /** Backticks of the fence of a longer code block (inferred). */
  longFence: 64,
  /** Columns of one cell, and the first columns that a cell of an earlier row may span (inferred). */
  span: 32,
} as const;

/** Limits of buckets and their objects: Cloudflare docs, R2 limits. */
export const objectLimits = {
  /** Bytes of UTF-8 of a key. */
  keyBytes: 1_024,
  /**
   * Characters of the names and values of custom metadata; in a string with any character beyond U+00FF they count
   * twice.
   */
  metadataLength: 8_192,
  /** Bytes of an object, single or multipart: 5 TiB less 5 GiB. */
  objectBytes: 5_492_189_429_760,
  /** Bytes of a put or of a part: 5 GiB less 5 MiB. */
  uploadBytes: 5_363_466_240,
  /** The highest part number. */
  parts: 10_000,
  /** Minimum bytes of every part but the last. */
  partBytes: 5_242_880,
  /** Keys of one page of a list. */
  listed: 1_000,
  /** Milliseconds after which an incomplete upload is aborted: seven days. */
  uploadMs: 604_800_000,
} as const;

/** Limits of the Python of a code interpreter: time, size and concurrency. */
export const pythonLimits = {
  /** Milliseconds of wall clock for one program (example-apps: 2.3). */
  runMs: 60_000,
  /** Milliseconds for an interrupted program to end by itself. */
  graceMs: 250,
  /** Milliseconds for the start of an interpreter. */
  startMs: 60_000,
  /** Bytes of memory of one interpreter, its own 30 MiB included (example-apps: 2.5, point 3). */
  memoryBytes: 268_435_456,
  /** Further bytes of JavaScript memory of one interpreter, if the runtime can limit it. */
  heapBytes: 134_217_728,
  /** Bytes of the process of all interpreters; beyond them all running programs are ended. */
  processBytes: 2_147_483_648,
  /** Bytes of all files of one program, including data in its pipes. */
  fileBytes: 67_108_864,
  /** Files, folders and links at one time, including those of the interpreter. */
  files: 20_000,
  /** Bytes of UTF-8 of the two outputs of one program together. */
  outputBytes: 1_048_576,
  /** Characters of results and of an error, as JSON. */
  resultChars: 8_388_608,
  /** Bytes of UTF-8 of a program. */
  codeBytes: 1_048_576,
  /** Concurrent programs; further ones wait. */
  runsAtOnce: 4,
  /** Waiting programs; a further one is refused. */
  waitingRuns: 200,
  /** Prepared interpreters, each for one program. */
  warm: 2,
  /** Milliseconds without a program after which prepared interpreters are closed (example-apps: 2.3). */
  idleMs: 300_000,
} as const;

/** Limits of OpenAPI documents and of the values that are made from their schemas. */
export const openApiLimits = {
  /** Bytes of the text of a document. */
  documentBytes: 67_108_864,
  /** Values in a document, those behind each alias of YAML included. */
  values: 10_000_000,
  /** The largest integer of a body or query whose digits a number of JavaScript keeps, with either sign. */
  integer: Number.MAX_SAFE_INTEGER,
  /** Characters of a text with a format, such as an address; files in base64 may be longer. */
  formatCharacters: 10_000,
  /** Depth of objects and lists. */
  depth: 500,
  /** References and alternatives that lead on, one to the next. */
  lookups: 200,
  /** Looks at schemas that judging or making one value takes; a large value that was given gets more of them. */
  looks: 100_000,
  looksOfValue: 50,
  /** What the first look at a schema counts, as it takes about a millisecond to compile one. */
  looksOfSchema: 100,
  /** Looks that it takes to find out whether a schema has values, or whether they fit one alternative only. */
  looksAhead: 20_000,
  /** Alternatives inside each other of which one is chosen for a made value. */
  choices: 50,
  /** Problems that are remembered of one document. */
  problems: 1_000,
  /** Values that are made for one value, those that were given not counted. */
  madeValues: 5_000,
  /** Characters of one made string. */
  madeCharacters: 100_000,
  /** Depth from which on a made value has only what it must have. */
  madeDepth: 5,
  /** Values of one schema that are made inside each other; one that needs more has no end. */
  madeInside: 8,
  /** Depth from which on a given value is replaced by a made one. */
  givenDepth: 100,
  /** Pages of a list in which a test looks for a record. */
  walkedPages: 100,
} as const;

/** Limits of the suites on what a target may send. */
export const suiteLimits = {
  /** Bytes of an answer: the largest value of KV twice. */
  answerBytes: 67_108_864,
  /** Bytes of an answer in JSON: the largest file that some operation answers with, in Base64. */
  jsonBytes: 16_777_216,
  /** Bytes of an answer to a probe. */
  probeBytes: 1_048_576,
  /** Pages of a list. */
  listPages: 200,
  /** Waits of a kind in vain, those that were not taken off, after which further ones are short. */
  vainWaits: 2,
} as const;
