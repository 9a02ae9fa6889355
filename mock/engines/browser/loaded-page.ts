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
