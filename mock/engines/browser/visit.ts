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
