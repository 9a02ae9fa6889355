/** What to open: an address, or a given document. */
export type VisitSource =
  | { readonly url: string; readonly html?: undefined }
  | { readonly html: string; readonly url?: undefined };

/** The events after which a page counts as loaded. */
export type LoadEvent = 'load' | 'domcontentloaded' | 'networkidle0' | 'networkidle2';

/** A page's window, in CSS pixels. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly deviceScaleFactor?: number | undefined;
  readonly isMobile?: boolean | undefined;
  readonly isLandscape?: boolean | undefined;
  readonly hasTouch?: boolean | undefined;
}

/** A cookie to set before the page loads; without `url` and `domain` it belongs to the page. */
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

/** Matches URLs. Users write the expressions, so the matcher takes linear time. */
export interface UrlPattern {
  test(url: string): boolean;
}

/** Which requests of a page are allowed; rejection takes precedence. */
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

/** An element that must exist, be visible, or be gone. */
export interface SelectorWait {
  readonly selector: string;
  readonly visible?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
}

/** How to load a page: settings before, additions after, and waits. */
export interface Visit {
  readonly source: VisitSource;
  readonly viewport?: Viewport | undefined;
  readonly userAgent?: string | undefined;
  readonly cookies?: readonly VisitCookie[] | undefined;
  /** Credentials for HTTP authentication. */
  readonly credentials?: { readonly username: string; readonly password: string } | undefined;
  /** Headers for all requests of the page. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether scripts of the page run; default: true. */
  readonly javaScript?: boolean | undefined;
  /** `screen`, `print` or any other CSS media type. */
  readonly mediaType?: string | undefined;
  readonly requests?: RequestRules | undefined;
  /** The events that end the load, all of them; default: `domcontentloaded`. */
  readonly waitUntil?: readonly LoadEvent[] | undefined;
  readonly navigationMs?: number | undefined;
  readonly referrer?: string | undefined;
  readonly referrerPolicy?: string | undefined;
  readonly scriptTags?: readonly ScriptTag[] | undefined;
  readonly styleTags?: readonly StyleTag[] | undefined;
  readonly waitForSelector?: SelectorWait | undefined;
  /** Milliseconds to wait after all of that. */
  readonly waitMs?: number | undefined;
  /** Whether to scroll through the page first, for lazily loaded content. */
  readonly scroll?: boolean | undefined;
  /** Time limit in milliseconds for the work on the loaded page. */
  readonly actionMs?: number | undefined;
  /** Whether to continue with the current state when an awaited event fails or takes too long. */
  readonly bestAttempt?: boolean | undefined;
  /** Ends the visit when the caller gives up. */
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
  /** The only element to capture. */
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

/** One match of a selector. Lengths are CSS pixels, from the top left corner of the document. */
export interface ScrapedElement {
  readonly html: string;
  readonly text: string;
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly left: number;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
}

/** A node of the accessibility tree, without members that carry no information. */
export interface AccessibilityNode {
  readonly role: string;
  readonly name?: string | undefined;
  readonly children?: readonly AccessibilityNode[] | undefined;
  readonly [property: string]: unknown;
}

/** A loaded page, for the duration of its visit. Every method throws {@link BrowserError}. */
export interface LoadedPage {
  /** The picture, in the requested format; default: PNG. */
  screenshot(options?: ScreenshotOptions): Promise<Uint8Array<ArrayBuffer>>;
  pdf(options?: PdfOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** The current document, as HTML. */
  content(): Promise<string>;
  /** The document's links in order, including repeated ones. */
  links(options?: { readonly visibleOnly?: boolean | undefined }): Promise<string[]>;
  /** The matches of each selector, in document order. */
  scrape(selectors: readonly string[]): Promise<ScrapedElement[][]>;
  /** The tree below `root`, or of the whole page; null if `root` matches nothing. */
  accessibilityTree(options?: {
    readonly interestingOnly?: boolean | undefined;
    readonly root?: string | undefined;
  }): Promise<AccessibilityNode | null>;
}
