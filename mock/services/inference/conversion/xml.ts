import { parseXml, XmlCdata, XmlElement, XmlText } from '@rgrove/parse-xml';
import { ConversionError } from './conversion-error.ts';

export type Element = XmlElement;

/** Characters that one document may have: its tree takes far more memory than its text. */
const mostCharacters = 16 * 1024 * 1024;

/** How deep elements may stand in one another, so that walking them ends. */
const mostDepth = 500;

/** Names without the prefix of their namespace: office files use the same prefixes, but need not. */
const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** The root of an XML document. @throws ConversionError */
export function rootOf(text: string): Element {
  if (text.length > mostCharacters) {
    throw new ConversionError(`The file has XML of more than ${mostCharacters} characters`);
  }
  requireShallow(text);
  try {
    const { root } = parseXml(text);
    if (root) return root;
  } catch (cause) {
    const [line] = cause instanceof Error ? cause.message.split('\n') : [];
    throw new ConversionError(`The file is not well-formed XML: ${line ?? 'unreadable'}`, cause);
  }
  throw new ConversionError('The file is not well-formed XML: it has no element');
}

/**
 * Says no to elements that stand too deep, before a tree is built of them. Tags in comments and sections of
 * character data count too: what looks that deep is refused as well.
 */
function requireShallow(text: string): void {
  let depth = 0;
  for (const [tag] of text.matchAll(/<(?:\/|[^\s<>/!?])(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g)) {
    if (tag.startsWith('</')) depth--;
    else if (!tag.endsWith('/>')) depth++;
    if (depth > mostDepth) {
      throw new ConversionError(`The file has elements more than ${mostDepth} deep in one another`);
    }
  }
}

export const nameOf = ({ name }: Element): string => local(name);

export const elementsOf = ({ children }: Element): Element[] =>
  children.filter((child) => child instanceof XmlElement);

/** The first element of a name among the children. */
export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element && elementsOf(element).find((child) => nameOf(child) === name);

export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element ? elementsOf(element).filter((child) => nameOf(child) === name) : [];

export const attributeOf = (element: Element | undefined, name: string): string | undefined => {
  if (!element) return undefined;
  const key = Object.keys(element.attributes).find((one) => local(one) === name);
  return key === undefined ? undefined : element.attributes[key];
};

/** Children that are text or elements, in order. */
export const contentOf = ({ children }: Element): (Element | string)[] =>
  children.flatMap((child): (Element | string)[] => {
    if (child instanceof XmlElement) return [child];
    return child instanceof XmlText || child instanceof XmlCdata ? [child.text] : [];
  });

/** All text inside an element. */
export const textOf = (element: Element | undefined): string => element?.text ?? '';
