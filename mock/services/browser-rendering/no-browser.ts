import { type BrowserEngine, BrowserError } from '../../engines/browser/index.ts';

const reason = 'the mock was made without a browser';

/** Stands for a browser where a mock is to have none: every visit fails as if none was found. */
export const noBrowser: BrowserEngine = {
  async visit() {
    throw new BrowserError('no-browser', reason);
  },
  status: async () => ({ found: false, tried: [reason] }),
  close: async () => {},
};
