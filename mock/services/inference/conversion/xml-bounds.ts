import { conversionLimits } from '../../../../spec/services/inference/conversion.ts';
import { ConversionError } from './conversion-error.ts';

/** Limits of an XML document. */
type XmlLimits = { readonly [Name in 'xmlNodes' | 'xmlDepth']: number };

/**
 * Refuses too many elements and attributes, and elements nested too deeply, before a tree is built. Tags in comments
 * and CDATA sections count too, so the check errs on the side of refusing.
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
      throw new ConversionError(`The file nests elements more than ${most.xmlDepth} deep`);
    }
    if (nodes > most.xmlNodes) {
      throw new ConversionError(`The file has XML with more than ${most.xmlNodes} elements and attributes`);
    }
    at = end + 1;
  }
}

/** The end of a tag, and the number of its quoted values. */
function readTag(text: string, start: number): { readonly end: number; readonly attributes: number } {
  let attributes = 0;
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '>') return { end: at, attributes };
    // Anything that is no tag ends where the next one begins.
    if (character === '<') return { end: at - 1, attributes };
    if (character !== '"' && character !== "'") continue;
    const quote = text.indexOf(character, at + 1);
    if (quote === -1) break;
    attributes++;
    at = quote;
  }
  return { end: text.length, attributes };
}
