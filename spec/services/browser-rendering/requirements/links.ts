import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** Links of pages, beside what the seed says of them. */
export const linksRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Browser Run /links', certainty: 'documented' },
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
    { passage: 'decision record 9: Answers', certainty: 'inferred' },
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
      'BR-LINK-41': 'A link that is clipped or covered is visible.',
      'BR-LINK-42':
        'A link to the host of its page is not external, whatever its scheme and user information.',
      'BR-LINK-43': 'Links are external to the host of their page, not to that of its base.',
      'BR-LINK-44': 'The links of an error page are listed.',
      'BR-LINK-45': 'Elements that are not of HTML or SVG are no links, whatever their names.',
      'BR-LINK-46': 'A link without a size is visible where what is in it is displayed.',
      'BR-LINK-48':
        'Links of templates and of what is for pages without scripts are not listed, nor addresses that are no links.',
      'BR-LINK-49': 'A link that a script took away is not listed.',
      'BR-LINK-47': 'A link in contents that are not drawn is not visible, as in closed details.',
    },
  ),
]);
/** How requests fail. */
export const renderingErrorRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Browser Run errors', certainty: 'documented' },
    {
      'BR-ERR-1': 'A failure has `success` false and at least one error with a message.',
      'BR-ERR-2': 'A request with a faulty member is answered with status 400.',
      'BR-ERR-3': 'A page whose certificate is not valid is answered with status 422 and code 5000.',
      'BR-ERR-4': 'A page whose address can not be reached is answered with status 422 and code 5001.',
      'BR-ERR-5': 'A page whose connection times out is answered with status 422 and code 5002.',
      'BR-ERR-6': 'A page that redirects for ever is answered with status 422 and code 5003.',
      'BR-ERR-7': 'A page that breaks HTTP/2 is answered with status 422 and code 5004.',
      'BR-ERR-8': 'A page whose name is not resolved in time is answered with status 422 and code 5005.',
      'BR-ERR-9': 'A page whose connection is closed or reset is answered with status 422 and code 5006.',
      'BR-ERR-10': 'An HTTP error without a body is answered with status 422 and code 5007.',
      'BR-ERR-11': 'A page whose server refuses the connection is answered with status 422 and code 5008.',
      'BR-ERR-12':
        'A page that fails by any other error of the network is answered with status 422 and code 5009.',
      'BR-ERR-13': 'A URL that is not valid is answered with status 422 and code 5010.',
      'BR-ERR-14': 'A `file` URL is answered with status 422 and code 5010.',
      'BR-ERR-15': 'A page whose server sends no response is answered with status 422 and code 5011.',
      'BR-ERR-16':
        'A document that goes away while it is worked on is answered with status 422 and code 6000.',
      'BR-ERR-17': 'A page that is closed while it is worked on is answered with status 422 and code 6001.',
      'BR-ERR-18': 'A timeout is answered with status 422 and code 6002.',
      'BR-ERR-19': 'A page that can not be captured is answered with status 422 and code 6003.',
      'BR-ERR-20': 'A request beyond the limit is answered with status 429.',
      'BR-ERR-21':
        'A request after the browser time of the day is used up is answered with status 429 and says so.',
      'BR-ERR-22': 'A server without a browser answers with status 503 and the documented text.',
      'BR-ERR-23': 'A request that takes too long altogether is answered with status 408.',
      'BR-ERR-24': 'A server that fails unexpectedly answers with status 500 and code 2000.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'BR-ERR-25': 'A timeout has the text by which options are named to check.',
      'BR-ERR-26': 'A timeout of the navigation names its limit in `detail`.',
      'BR-ERR-27': 'A timeout of `waitForSelector` names selector and limit in `detail`.',
      'BR-ERR-28': 'A timeout of the action has the `detail` `Request timed out`.',
      'BR-ERR-29': 'A name that does not resolve is answered with code 5006.',
      'BR-ERR-30': 'Code 5006 has the `detail` that names the resolution of names.',
      'BR-ERR-31': 'A request beyond the limit has code 2001 and says in `Retry-After` when to come back.',
      'BR-ERR-32': 'The failure of a request beyond the limit has `success` and `errors` alone.',
    },
  ),
  ...statements(
    { passage: 'decision record 9: Failures', certainty: 'inferred' },
    {
      'BR-ERR-33': 'A request with a faulty member names it in `path`.',
      'BR-ERR-34': 'A page that crashes fails alone.',
      'BR-ERR-35': 'The browser time that is used up has the long text in `detail`.',
      'BR-ERR-36': 'A URL that is answered without a document is answered with status 422 and code 5002.',
    },
  ),
]);
