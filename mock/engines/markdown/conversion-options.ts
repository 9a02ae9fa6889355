/** What a conversion is told beside the page. */
export interface ConversionOptions {
  /** Absolute URL of the page, which relative links are resolved against; without it they stay as they are. */
  readonly url?: string;
  /** Encoding that the `Content-Type` of the page names, as `TextDecoder` takes it. */
  readonly charset?: string;
}
