import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** Links of pages, beyond those of the seed. */
export const linksRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Browser Run /links', certainty: 'documented' },
    {
      'BR-LINK-11': 'Links are absolute URLs.',
      'BR-LINK-12': 'The URL of the root of a site ends with a slash.',
      'BR-LINK-13': 'A link keeps its query.',
      'BR-LINK-14': 'A link keeps its fragment.',
      'BR-LINK-15': 'Links are in the order of the document.',
      'BR-LINK-16': 'A link that occurs twice is listed twice.',
      'BR-LINK-17': 'Links of the schemes http and https are listed.',
      'BR-LINK-18': 'An answer with links has neither `errors` nor `messages`.',
    },
  ),
  ...statements(
    { passage: 'decision record 9: Answers', certainty: 'inferred' },
    {
      'BR-LINK-19': 'The server refuses a links request with only HTML.',
      'BR-LINK-20': 'A relative link is resolved against the base of its document.',
      'BR-LINK-22': 'A link without display is not visible.',
      'BR-LINK-23': 'A link whose `visibility` is hidden is not visible.',
      'BR-LINK-24': 'A link without a size is not visible.',
      'BR-LINK-25': 'A link below the fold is visible.',
      'BR-LINK-26': 'A link to the side of the viewport is visible.',
      'BR-LINK-27': 'A transparent link is visible.',
      'BR-LINK-29': 'A link to a subdomain of the host of its page is external.',
      'BR-LINK-30': 'A link without a host is not external.',
      'BR-LINK-31': 'Links are external relative to the final page, not to the one that redirected there.',
      'BR-LINK-32': 'An anchor without `href` is not a link.',
      'BR-LINK-33': 'The areas of an image map are links.',
      'BR-LINK-34': 'The links of inline SVG are links.',
      'BR-LINK-35': 'Links of frames are not listed with those of their page.',
      'BR-LINK-36': 'Links of shadow roots are not listed with those of their page.',
      'BR-LINK-39': 'A page cannot change its list of links by changing DOM objects.',
      'BR-LINK-41': 'A link that is clipped or covered is visible.',
      'BR-LINK-42':
        'A link to the host of its page is not external, whatever its scheme and user information.',
      'BR-LINK-43': 'Links are external relative to the host of their page, not to that of its base.',
      'BR-LINK-44': 'The links of an error page are listed.',
      'BR-LINK-46': 'A link without a size is visible if its content is displayed.',
      'BR-LINK-48':
        'Links in templates and in `noscript` are not listed, and neither are addresses that are not links.',
      'BR-LINK-47': 'A link in content that is not rendered, as in closed details, is not visible.',
    },
  ),
]);
/** Failures of requests. */
export const renderingErrorRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Browser Run errors', certainty: 'documented' },
    {
      'BR-ERR-1': 'A failure has `success` false and at least one error with a message.',
      'BR-ERR-2': 'A request with a faulty member gets status 400.',
      'BR-ERR-3': 'A page with an invalid certificate gets status 422 and code 5000.',
      'BR-ERR-4': 'A page with an unreachable address gets status 422 and code 5001.',
      'BR-ERR-5': 'A page whose connection times out gets status 422 and code 5002.',
      'BR-ERR-6': 'A page with an endless redirect gets status 422 and code 5003.',
      'BR-ERR-7': 'A page that breaks HTTP/2 gets status 422 and code 5004.',
      'BR-ERR-8': 'A page whose name resolution times out gets status 422 and code 5005.',
      'BR-ERR-9': 'A page whose connection is closed or reset gets status 422 and code 5006.',
      'BR-ERR-10': 'An HTTP error without a body gets status 422 and code 5007.',
      'BR-ERR-11': 'A page whose server refuses the connection gets status 422 and code 5008.',
      'BR-ERR-12': 'A page that fails by any other network error gets status 422 and code 5009.',
      'BR-ERR-13': 'An invalid URL gets status 422 and code 5010.',
      'BR-ERR-14': 'A `file` URL gets status 422 and code 5010.',
      'BR-ERR-15': 'A page whose server sends no response gets status 422 and code 5011.',
      'BR-ERR-16': 'A document that disappears during the action gets status 422 and code 6000.',
      'BR-ERR-17': 'A page that closes during the action gets status 422 and code 6001.',
      'BR-ERR-18': 'A timeout gets status 422 and code 6002.',
      'BR-ERR-19': 'A page that cannot be captured gets status 422 and code 6003.',
      'BR-ERR-20': 'A request beyond the limit gets status 429.',
      'BR-ERR-21':
        'A request after the browser time of the day is used up gets status 429 and a message about it.',
      'BR-ERR-22': 'A request to a server without a browser gets status 503 and the documented text.',
      'BR-ERR-23': 'A request that takes too long in total gets status 408.',
      'BR-ERR-24': 'An unexpected server failure gets status 500 and code 2000.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'BR-ERR-25': 'A timeout has the message that names the options to check.',
      'BR-ERR-26': 'A timeout of the navigation names its limit in `detail`.',
      'BR-ERR-27': 'A timeout of `waitForSelector` names the selector and the limit in `detail`.',
      'BR-ERR-28': 'A timeout of the action has the `detail` `Request timed out`.',
      'BR-ERR-29': 'A name that does not resolve gets code 5006.',
      'BR-ERR-30': 'Code 5006 has the `detail` about name resolution.',
      'BR-ERR-31':
        'A request beyond the limit has code 2001 and the time until the next attempt in `Retry-After`.',
      'BR-ERR-32': 'The failure of a request beyond the limit has only `success` and `errors`.',
    },
  ),
  ...statements(
    { passage: 'decision record 9: Failures', certainty: 'inferred' },
    {
      'BR-ERR-33': 'A request with a faulty member names it in `path`.',
      'BR-ERR-35': 'The failure for used-up browser time has the long text in `detail`.',
      'BR-ERR-36': 'A URL whose response is not a document gets status 422 and code 5002.',
    },
  ),
]);
