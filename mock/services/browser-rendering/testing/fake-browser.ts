import type {
  BrowserEngine,
  BrowserError,
  LoadedPage,
  PageFacts,
  Visit,
} from '../../../engines/browser/index.ts';

/** An engine with fake pages, which records its calls. */
export interface FakeBrowser extends BrowserEngine {
  readonly visits: Visit[];
  /** Calls of page methods: the name of the method and its arguments. */
  readonly asked: (readonly [method: keyof LoadedPage, ...given: unknown[]])[];
  /** The content of the next visits. */
  page: Partial<PageFacts>;
  html: string;
  links: string[];
  /** Thrown by every visit, if set. */
  failure: BrowserError | Error | undefined;
  browserMs: number;
  closed: number;
}

/** Bytes that distinguish a picture from a PDF. */
export const fakePicture = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
export const fakePdf = new TextEncoder().encode('%PDF-1.7');

/** Creates an engine that replaces a browser. */
export function createFakeBrowser(): FakeBrowser {
  const asked: FakeBrowser['asked'] = [];
  const note = <T>(method: keyof LoadedPage, given: readonly unknown[], answer: T): Promise<T> => {
    asked.push([method, ...given]);
    return Promise.resolve(answer);
  };
  const fake: FakeBrowser = {
    visits: [],
    asked,
    page: {},
    html: '<html><head><title>Shop</title></head><body><h1>Shop</h1><a href="/a">A</a></body></html>',
    links: [],
    failure: undefined,
    browserMs: 120,
    closed: 0,
    async visit(visit, work) {
      fake.visits.push(visit);
      if (fake.failure) throw fake.failure;
      const finalUrl = visit.source.url ?? 'about:blank';
      const facts = { status: 200, title: 'Shop', headers: {}, finalUrl, redirects: [], ...fake.page };
      return { value: await work(page), page: facts, browserMs: fake.browserMs };
    },
    status: async () => ({ found: true, product: 'Fake/1', where: 'here', passedOver: [] }),
    close: async () => {
      fake.closed += 1;
    },
  };
  const page: LoadedPage = {
    screenshot: (...given) => note('screenshot', given, fakePicture),
    pdf: (...given) => note('pdf', given, fakePdf),
    content: (...given) => note('content', given, fake.html),
    links: (...given) => note('links', given, fake.links),
    scrape: (...given) => note('scrape', given, given[0].map(scraped)),
    accessibilityTree: (...given) => note('accessibilityTree', given, { role: 'RootWebArea', name: 'Shop' }),
  };
  return fake;
}

const scraped = (selector: string) => [
  {
    html: selector,
    text: selector,
    width: 1,
    height: 2,
    top: 3,
    left: 4,
    attributes: [{ name: 'id', value: 'x' }],
  },
];
