import { parseXml, XmlElement } from '@rgrove/parse-xml';

/**
 * The texts of all elements of that name in an answer, in their order.
 *
 * @example
 * textsOf('<a><Key>b</Key></a>', 'Key'); // ['b']
 */
export function textsOf(xml: string, name: string): readonly string[] {
  const found: string[] = [];
  const visit = (element: XmlElement) => {
    if (element.name === name) found.push(element.text);
    for (const child of element.children) if (child instanceof XmlElement) visit(child);
  };
  const { root } = parseXml(xml);
  if (root) visit(root);
  return found;
}

/** What completes an upload of parts, by the etags of its parts in their order. */
export function completionOf(etags: readonly string[]): string {
  const parts = etags.map(
    (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
