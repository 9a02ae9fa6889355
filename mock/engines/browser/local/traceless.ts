import type { Visit } from '../visit.ts';

/**
 * Elements that only show something: none loads a document, runs a script, moves by a clock of its document, or affects
 * the document as a whole.
 */
const shown: ReadonlySet<string> = new Set(
  [
    'html head title body',
    'address article aside footer h1 h2 h3 h4 h5 h6 header hgroup main nav section search',
    'blockquote dd div dl dt figcaption figure hr li menu ol p pre ul',
    'a abbr b bdi bdo br cite code data del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup time u',
    'var wbr img picture source template slot details summary dialog center font',
    'caption col colgroup table tbody td tfoot th thead tr',
    'button datalist fieldset input label legend meter optgroup option output progress select textarea',
    'svg circle clippath defs desc ellipse g line lineargradient marker mask path pattern polygon polyline',
    'radialgradient rect stop symbol text tspan use',
    // With only the attributes that are checked below.
    'meta style',
  ].flatMap((names) => names.split(' ')),
);

/** A `meta` with more than the encoding, or a `style` that belongs to a set of style sheets or to a medium. */
const ofTheDocument = /<meta(?!\s+charset=(["']?)utf-8\1\s*\/?>)|<style(?!\s*>)/i;

/** Attributes that are scripts, and the one that takes the focus, which a document gives once. */
const ofMoment = /(?<![a-z])on[a-z]+\s*=|autofocus/i;

/**
 * Whether a visit leaves no state in a page, and can't see any left by another. Its HTML runs nothing, and it requires
 * only a window to show it in. It may still request something over the network, which the gate knows.
 *
 * Checks only the text, and says no in case of doubt: anything that looks like an element counts as one.
 */
export function isTraceless(visit: Visit): boolean {
  const { source, viewport } = visit;
  return (
    source.html !== undefined &&
    viewport?.isMobile !== true &&
    viewport?.hasTouch !== true &&
    // A renderer caches the placement of each font, which differs above 1.
    (viewport?.deviceScaleFactor ?? 1) === 1 &&
    visit.cookies === undefined &&
    visit.credentials === undefined &&
    visit.headers === undefined &&
    visit.javaScript !== false &&
    visit.mediaType === undefined &&
    visit.requests === undefined &&
    visit.scriptTags === undefined &&
    visit.styleTags === undefined &&
    isStill(source.html)
  );
}

function isStill(html: string): boolean {
  for (const [, name = ''] of html.matchAll(/<([a-z][^\s/>]*)/gi))
    if (!shown.has(name.toLowerCase())) return false;
  return !ofTheDocument.test(html) && !ofMoment.test(html);
}
