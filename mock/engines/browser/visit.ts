/** What is opened: an address, or a document that is given. */
export type VisitSource =
  | { readonly url: string; readonly html?: undefined }
  | { readonly html: string; readonly url?: undefined };

/** What has to have happened before a page counts as loaded. */
export type LoadEvent = 'load' | 'domcontentloaded' | 'networkidle0' | 'networkidle2';

/** The window a page is shown in, in CSS pixels. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly deviceScaleFactor?: number | undefined;
  readonly isMobile?: boolean | undefined;
  readonly isLandscape?: boolean | undefined;
  readonly hasTouch?: boolean | undefined;
}

/** A cookie that is there before the page is loaded; without `url` and `domain` it is one of the page. */
export interface VisitCookie {
  readonly name: string;
  readonly value: string;
  readonly url?: string | undefined;
  readonly domain?: string | undefined;
  readonly path?: string | undefined;
  readonly secure?: boolean | undefined;
  readonly httpOnly?: boolean | undefined;
  readonly sameSite?: 'Strict' | 'Lax' | 'None' | undefined;
  /** Seconds since 1970. */
  readonly expires?: number | undefined;
  readonly priority?: 'Low' | 'Medium' | 'High' | undefined;
  readonly sameParty?: boolean | undefined;
  readonly sourceScheme?: 'Unset' | 'NonSecure' | 'Secure' | undefined;
  readonly sourcePort?: number | undefined;
  readonly partitionKey?: string | undefined;
}

/** Tells which URLs are meant. Users write the expressions, so what tests them takes time linear in the URL. */
export interface UrlPattern {
  test(url: string): boolean;
}

/** Which requests of a page are let through; what is rejected is so before what is allowed is asked. */
export interface RequestRules {
  readonly allowPatterns?: readonly UrlPattern[] | undefined;
  readonly rejectPatterns?: readonly UrlPattern[] | undefined;
  /** Types as the browser names them, in lower case: `document`, `stylesheet`, `image`, … */
  readonly allowTypes?: readonly string[] | undefined;
  readonly rejectTypes?: readonly string[] | undefined;
}

export interface ScriptTag {
  readonly content?: string | undefined;
  readonly url?: string | undefined;
  readonly type?: string | undefined;
  readonly id?: string | undefined;
}

export interface StyleTag {
  readonly content?: string | undefined;
  readonly url?: string | undefined;
}

/** An element that has to be there, be seen, or be gone. */
export interface SelectorWait {
  readonly selector: string;
  readonly visible?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
}

/** How a page is loaded: what is set before, what is added after, and what is waited for. */
export interface Visit {
  readonly source: VisitSource;
  readonly viewport?: Viewport | undefined;
  readonly userAgent?: string | undefined;
  readonly cookies?: readonly VisitCookie[] | undefined;
  /** Credentials of HTTP authentication. */
  readonly credentials?: { readonly username: string; readonly password: string } | undefined;
  /** Headers of every request that the page makes. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether scripts of the page run; they do where it is left out. */
  readonly javaScript?: boolean | undefined;
  /** `screen`, `print` or any other CSS media type. */
  readonly mediaType?: string | undefined;
  readonly requests?: RequestRules | undefined;
  /** Which events end the load, all of them; `domcontentloaded` where it is left out. */
  readonly waitUntil?: readonly LoadEvent[] | undefined;
  readonly navigationMs?: number | undefined;
  readonly referrer?: string | undefined;
  readonly referrerPolicy?: string | undefined;
  readonly scriptTags?: readonly ScriptTag[] | undefined;
  readonly styleTags?: readonly StyleTag[] | undefined;
  readonly waitForSelector?: SelectorWait | undefined;
  /** Milliseconds to wait once all of that is done. */
  readonly waitMs?: number | undefined;
  /** Whether the page is scrolled through first, for what is loaded late. */
  readonly scroll?: boolean | undefined;
  /** Milliseconds that the work on the loaded page may take. */
  readonly actionMs?: number | undefined;
  /** Whether to go on with what is there when an awaited event fails or takes too long. */
  readonly bestAttempt?: boolean | undefined;
  /** Ends the visit when nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined;
}

export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly scale?: number | undefined;
}

export interface ScreenshotOptions {
  readonly type?: 'png' | 'jpeg' | 'webp' | undefined;
  /** 0 to 100; not for PNG. */
  readonly quality?: number | undefined;
  readonly clip?: Clip | undefined;
  readonly fullPage?: boolean | undefined;
  readonly omitBackground?: boolean | undefined;
  readonly captureBeyondViewport?: boolean | undefined;
  readonly fromSurface?: boolean | undefined;
  readonly optimizeForSpeed?: boolean | undefined;
  /** The element that is captured alone. */
  readonly selector?: string | undefined;
}

/** Lengths are numbers of pixels, or text with a unit (`px`, `in`, `cm`, `mm`). */
export type PdfLength = number | string;

export interface PdfOptions {
  readonly scale?: number | undefined;
  readonly displayHeaderFooter?: boolean | undefined;
  readonly headerTemplate?: string | undefined;
  readonly footerTemplate?: string | undefined;
  readonly printBackground?: boolean | undefined;
  readonly landscape?: boolean | undefined;
  readonly pageRanges?: string | undefined;
  readonly format?: string | undefined;
  readonly width?: PdfLength | undefined;
  readonly height?: PdfLength | undefined;
  readonly preferCSSPageSize?: boolean | undefined;
  readonly margin?:
    | {
        readonly top?: PdfLength | undefined;
        readonly right?: PdfLength | undefined;
        readonly bottom?: PdfLength | undefined;
        readonly left?: PdfLength | undefined;
      }
    | undefined;
  readonly omitBackground?: boolean | undefined;
  readonly tagged?: boolean | undefined;
  readonly outline?: boolean | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
}

/** One element that a selector found. Lengths are CSS pixels, from the top left corner of the document. */
export interface ScrapedElement {
  readonly html: string;
  readonly text: string;
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly left: number;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
}

/** A node of the tree that assistive technology is given; members that say nothing are left out. */
export interface AccessibilityNode {
  readonly role: string;
  readonly name?: string | undefined;
  readonly children?: readonly AccessibilityNode[] | undefined;
  readonly [property: string]: unknown;
}

/** A page that has been loaded, for as long as its visit lasts. Every method throws {@link BrowserError}. */
export interface LoadedPage {
  /** The picture, in the format that was asked for; PNG by default. */
  screenshot(options?: ScreenshotOptions): Promise<Uint8Array<ArrayBuffer>>;
  pdf(options?: PdfOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** The document as it is now, as HTML. */
  content(): Promise<string>;
  /** Where the links of the document lead, in its order, repeated ones too. */
  links(options?: { readonly visibleOnly?: boolean | undefined }): Promise<string[]>;
  /** What each selector finds, in the order of the document. */
  scrape(selectors: readonly string[]): Promise<ScrapedElement[][]>;
  /** The tree below `root`, or of the whole page; null where `root` finds nothing. */
  accessibilityTree(options?: {
    readonly interestingOnly?: boolean | undefined;
    readonly root?: string | undefined;
  }): Promise<AccessibilityNode | null>;
}
