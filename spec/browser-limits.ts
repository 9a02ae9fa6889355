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
  /** Pages that are rendered at the same time; more wait their turn. */
  pagesAtOnce: 6,
  /** Requests that wait for their turn; one more is refused as if no browser were there. */
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
