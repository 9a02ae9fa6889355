import { conversionLimits } from '../../../../spec/services/inference/conversion.ts';
import { ConversionError } from './conversion-error.ts';

/** How much an XML document may have. */
type XmlLimits = { readonly [Name in 'xmlNodes' | 'xmlDepth']: number };

/**
 * Says no to too many elements and attributes, and to elements that stand too deep, before a tree is built of them.
 * Tags in comments and sections of character data count too: what looks like too much is refused as well.
 *
 * @throws ConversionError
 */
export function requireXmlBounds(text: string, most: XmlLimits = conversionLimits): void {
  let depth = 0;
  let nodes = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const { end, attributes } = readTag(text, at);
    nodes += 1 + attributes;
    if (text[at + 1] === '/') depth--;
    else if (/[^!?\s<>]/.test(text[at + 1] ?? '') && text[end - 1] !== '/') depth++;
    if (depth > most.xmlDepth) {
      throw new ConversionError(`The file has elements more than ${most.xmlDepth} deep in one another`);
    }
    if (nodes > most.xmlNodes) {
      throw new ConversionError(`The file has XML of more than ${most.xmlNodes} elements and attributes`);
    }
    at = end + 1;
  }
}

/** Where a tag ends, and how many values in quotes it has. */
function readTag(text: string, start: number): { readonly end: number; readonly attributes: number } {
  let attributes = 0;
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '>') return { end: at, attributes };
    // What is no tag ends where the next one begins.
    if (character === '<') return { end: at - 1, attributes };
    if (character !== '"' && character !== "'") continue;
    const quote = text.indexOf(character, at + 1);
    if (quote === -1) break;
    attributes++;
    at = quote;
  }
  return { end: text.length, attributes };
}
