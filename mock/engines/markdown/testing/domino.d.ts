/** The part of the package that the tests use; it has types for another name only. */
declare module '@mixmark-io/domino' {
  export function createDocument(html: string): Document;
}
