/** Bounds of what Git clients may send, and of what is done for them. */
export const gitLimits = {
  /** Bytes of a pkt-line, its length included: gitprotocol-common. */
  packetBytes: 65_520,
  /** Bytes of pack data in one packet of `side-band-64k`, as Git sends. */
  bandBytes: 65_515,
  /** Bytes of a request without its pack: commands, wants, haves. */
  requestBytes: 67_108_864,
  /** Bytes of a pack. */
  packBytes: 2_147_483_647,
  /** Objects of a pack. */
  packObjects: 5_000_000,
  /** Bytes of one object. */
  objectBytes: 1_073_741_824,
  /** Bytes that all objects of one pack may have once inflated, in times its own size, beyond a first 64 MiB. */
  inflationRatio: 1_100,
  /** Deltas that may stand one on another. */
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
