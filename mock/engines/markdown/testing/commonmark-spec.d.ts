/** The examples of the CommonMark specification; the package has no types. */
declare module 'commonmark-spec' {
  export interface SpecExample {
    readonly markdown: string;
    readonly html: string;
    readonly section: string;
    /** Counted from 1 over the whole text. */
    readonly number: number;
  }
  export const tests: readonly SpecExample[];
}
