import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet browser-rendering';

/** Links of pages, beside what the seed says of them. */
export const linksRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 5`, certainty: 'documented' },
    {
      'BR-LINK-11': 'Links are absolute URLs.',
      'BR-LINK-12': 'The URL of the root of a site ends with a slash.',
      'BR-LINK-13': 'The query of a link is kept as it is.',
      'BR-LINK-14': 'The fragment of a link is kept.',
      'BR-LINK-15': 'Links are in the order of the document.',
      'BR-LINK-16': 'A link that is there twice is listed twice.',
      'BR-LINK-17': 'Links of the schemes http and https are listed.',
      'BR-LINK-18': 'An answer with links has neither `errors` nor `messages`.',
    },
  ),
  ...statements(
    { passage: `${sheet} 5`, certainty: 'inferred' },
    {
      'BR-LINK-19': 'A links request with HTML alone is refused.',
      'BR-LINK-20': 'A relative link is resolved against the base of its document.',
      'BR-LINK-21': 'An empty `href` gives the base of its document.',
      'BR-LINK-22': 'A link that is not displayed is not visible.',
      'BR-LINK-23': 'A link whose `visibility` is hidden is not visible.',
      'BR-LINK-24': 'A link without a size is not visible.',
      'BR-LINK-25': 'A link below the fold is visible.',
      'BR-LINK-26': 'A link beside the viewport is visible.',
      'BR-LINK-27': 'A transparent link is visible.',
      'BR-LINK-28': 'A link to another port of the host of its page is not external.',
      'BR-LINK-29': 'A link to a subdomain of the host of its page is external.',
      'BR-LINK-30': 'A link without a host is not external.',
      'BR-LINK-31': 'Links are external to the page that was found, not to the one that redirected there.',
      'BR-LINK-32': 'An anchor without `href` is no link.',
      'BR-LINK-33': 'The areas of an image map are links.',
      'BR-LINK-34': 'The links of inline SVG are links.',
      'BR-LINK-35': 'Links of frames are not listed with those of their page.',
      'BR-LINK-36': 'Links of shadow roots are not listed with those of their page.',
      'BR-LINK-37': 'Links of schemes that are not of the web are listed as they are.',
      'BR-LINK-38': 'An `href` that is no URL is listed as it stands.',
      'BR-LINK-39': 'A page does not change its list of links by changing the objects of the DOM.',
      'BR-LINK-40': 'A link within closed details is visible.',
      'BR-LINK-41': 'A link that is clipped or covered is visible.',
      'BR-LINK-42':
        'A link to the host of its page is not external, whatever its scheme and user information.',
      'BR-LINK-43': 'Links are external to the host of their page, not to that of its base.',
      'BR-LINK-44': 'The links of an error page are listed.',
      'BR-LINK-45': 'Elements that are not of HTML or SVG are no links, whatever their names.',
      'BR-LINK-46': 'A link without a size is visible where what is in it is displayed.',
    },
  ),
]);
