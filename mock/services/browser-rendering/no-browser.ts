import { type BrowserEngine, BrowserError } from '../../engines/browser/index.ts';

const reason = 'the mock was made without a browser';

/** Replaces the browser of a mock without one: every visit fails as if no browser was found. */
export const noBrowser: BrowserEngine = {
  async visit() {
    throw new BrowserError('no-browser', reason);
  },
  status: async () => ({ found: false, tried: [reason] }),
  close: async () => {},
};
