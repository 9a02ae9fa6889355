import { parseXml, XmlCdata, XmlElement, XmlText } from '@rgrove/parse-xml';
import { ConversionError } from './conversion-error.ts';
import { requireXmlBounds } from './xml-bounds.ts';

export type Element = XmlElement;

/** Names without their namespace prefix: office files use the same prefixes, but don't have to. */
const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** The root of an XML document. @throws ConversionError */
export function getRoot(text: string): Element {
  requireXmlBounds(text);
  try {
    const { root } = parseXml(text);
    if (root) return root;
  } catch (cause) {
    const [line] = cause instanceof Error ? cause.message.split('\n') : [];
    throw new ConversionError(`The file is not well-formed XML: ${line ?? 'unreadable'}`, cause);
  }
  throw new ConversionError('The file is not well-formed XML: it has no element');
}

export const getName = ({ name }: Element): string => local(name);

export const getElements = ({ children }: Element): Element[] =>
  children.filter((child) => child instanceof XmlElement);

/** The first child element with a name. */
export const getChild = (element: Element | undefined, name: string): Element | undefined =>
  element && getElements(element).find((child) => getName(child) === name);

export const getChildren = (element: Element | undefined, name: string): Element[] =>
  element ? getElements(element).filter((child) => getName(child) === name) : [];

export const getAttribute = (element: Element | undefined, name: string): string | undefined => {
  if (!element) return undefined;
  const key = Object.keys(element.attributes).find((one) => local(one) === name);
  return key === undefined ? undefined : element.attributes[key];
};

/** Children that are text or elements, in order. */
export const getContent = ({ children }: Element): (Element | string)[] =>
  children.flatMap((child): (Element | string)[] => {
    if (child instanceof XmlElement) return [child];
    return child instanceof XmlText || child instanceof XmlCdata ? [child.text] : [];
  });

/** All text inside an element. */
export const getText = (element: Element | undefined): string => element?.text ?? '';
