import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { endpoints } from '../endpoints.ts';
/** What all actions share: access, page loading, responses and caching. */
export const commonRenderingRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Browser Run /scrape', certainty: 'documented' },
    {
      'BR-ROUTE-1': 'Every action is also served below `/browser-run/`.',
    },
  ),
  ...statements(
    { passage: 'inferred from Cloudflare docs, Browser Run /scrape', certainty: 'inferred' },
    {
      'BR-ROUTE-2': 'An action below `/browser-run/` returns the same as below `/browser-rendering/`.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run errors', certainty: 'documented' },
    {
      'BR-AUTH-3': 'The server refuses a token without the permission of browser rendering.',
      'BR-AUTH-4': 'A refused token gets status 401 and code 10000.',
      'BR-AUTH-5': 'The server accepts a pair of e-mail address and key.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, Browser Rendering', certainty: 'documented' },
    {
      'BR-REQ-1': 'Each stage of a request has its own timeout.',
      'BR-REQ-2': 'An action that takes longer than `actionTimeout` on its page fails.',
      'BR-REQ-3': 'A script of `addScriptTag` is loaded from its `url`.',
      'BR-REQ-4': 'A script of `addScriptTag` has its `type` and its `id`.',
      'BR-REQ-5': 'The page makes no request that matches no pattern of `allowRequestPattern`.',
      'BR-REQ-6': 'The page makes no request that matches a pattern of `rejectRequestPattern`.',
      'BR-REQ-7': 'A pattern can have slashes around it.',
      'BR-REQ-8': 'The page makes no request of a type outside `allowResourceTypes`.',
      'BR-REQ-9': 'The page makes no request of a type in `rejectResourceTypes`.',
      'BR-REQ-10': 'A rejected request is not made even if it is also allowed.',
      'BR-REQ-11': 'With `bestAttempt` the server uses a page even if an awaited event timed out.',
      'BR-REQ-12': 'The page gets cookies with their attributes.',
      'BR-REQ-13': 'The styles of `emulateMediaType` apply to the page.',
      'BR-REQ-14': 'The browser loads a page with the `referer` of `gotoOptions`.',
      'BR-REQ-15': 'With `waitUntil` `load` the server uses a page after its resources have loaded.',
      'BR-REQ-16': 'With `waitUntil` `networkidle2` the server uses a page with two active connections.',
      'BR-REQ-17': 'A list of `waitUntil` waits for all of its events.',
      'BR-REQ-18': 'Without `waitUntil` the server uses a page after its document has loaded.',
      'BR-REQ-19': 'Every request of the page has the headers of `setExtraHTTPHeaders`.',
      'BR-REQ-20': 'With `setJavaScriptEnabled` false no script of the page runs.',
      'BR-REQ-21': 'A page is 1920 pixels wide and 1080 pixels high by default.',
      'BR-REQ-22': 'A page has the default user agent by default.',
      'BR-REQ-23': 'With `deviceScaleFactor` a page has that many pixels per CSS pixel.',
      'BR-REQ-24': 'With `waitForSelector` the server uses a page once the element exists.',
      'BR-REQ-25': 'With `waitForSelector.visible` the server uses a page once the element is visible.',
      'BR-REQ-26':
        'With `waitForSelector.hidden` the server uses a page once the element is hidden or removed.',
      'BR-REQ-27': 'With `waitForTimeout` the server uses a page that many milliseconds later.',
      'BR-REQ-28': 'The server refuses an action with neither `url` nor `html`.',
      'BR-REQ-31': 'With `isMobile` a page has the layout of a phone.',
      'BR-REQ-32': 'With `hasTouch` a page has a touch screen.',
      'BR-REQ-47': 'With `waitUntil` `networkidle0` the server uses a page once no connection is active.',
      'BR-REQ-48': 'Every action sends the credentials of `authenticate` to a page that requests them.',
      'BR-REQ-49': 'Every action runs the inline scripts of `addScriptTag` in the page.',
      'BR-REQ-50': 'Every action applies the inline styles of `addStyleTag` to the page.',
      'BR-REQ-51': 'Every action applies the external stylesheets of `addStyleTag` to the page.',
      'BR-REQ-52': 'The browser loads a page with the `referrerPolicy` of `gotoOptions`.',
      'BR-REQ-53': 'With `isLandscape` a page has landscape orientation.',
      'BR-REQ-54': 'The server accepts each of the 18 resource types.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'browser-rendering.screenshot.create',
      of: 'request',
      passage: 'cloudflare-typescript, Browser Rendering',
      certainty: 'documented',
    },
    {
      'BR-REQ-29': ['too large', '/gotoOptions/timeout'],
      'BR-REQ-30': [
        'missing',
        ['/viewport/width', '/viewport/height'],
        { sentence: 'The server refuses a `viewport` without width or height.' },
      ],
    },
  ),
  ...statements(
    { passage: 'decision record 9: Requests', certainty: 'inferred' },
    {
      'BR-REQ-34': 'Scripts of a page run by default.',
      'BR-REQ-39': 'A request can have both allowing and rejecting patterns.',
      'BR-REQ-40': 'The server refuses a pattern that is not a regular expression.',
      'BR-REQ-44': 'The browser has the cookies before it loads the page.',
      'BR-REQ-45': 'The browser adds styles and scripts after it has loaded the page.',
      'BR-REQ-46': 'A request finds nothing that an earlier one left in its browser.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'browser-rendering.screenshot.create',
      of: 'request',
      passage: 'decision record 9: Requests',
      certainty: 'inferred',
    },
    {
      'BR-REQ-35': ['too large', '/actionTimeout'],
      'BR-REQ-36': ['too large', '/waitForSelector/timeout'],
      'BR-REQ-37': ['too large', '/waitForTimeout', { usual: true }],
      'BR-REQ-41': [
        'not allowed',
        ['/allowResourceTypes/0', '/rejectResourceTypes/0'],
        { sentence: 'The server refuses an unknown resource type.' },
      ],
      'BR-REQ-42': [
        'missing',
        ['/cookies/0/name', '/cookies/0/value'],
        { sentence: 'The server refuses a cookie without name or value.' },
      ],
      'BR-REQ-43': [
        'missing',
        ['/authenticate/username', '/authenticate/password'],
        { sentence: 'The server refuses credentials without username or password.' },
      ],
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run Quick Actions', certainty: 'documented' },
    {
      'BR-CACHE-1': 'The same request within five seconds gets the cached result.',
      'BR-CACHE-2': 'The same request after five seconds gets a new result.',
      'BR-CACHE-3': 'With `cacheTTL` the server caches a result for that many seconds.',
      'BR-CACHE-4': 'With `cacheTTL` 0 a request gets a new result.',
      'BR-CACHE-5': 'The server refuses a `cacheTTL` above 86400.',
      'BR-CACHE-6': 'The server does not cache results of submitted HTML.',
    },
  ),
  ...statements(
    { passage: 'decision record 9: Answers', certainty: 'inferred' },
    {
      'BR-CACHE-7': 'A request for the same URL with other options gets a new result.',
      'BR-CACHE-8': 'Another action on the same URL gets a new result.',
      'BR-CACHE-10': 'The server does not cache a failure.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare Workers types, BrowserRun', certainty: 'documented' },
    {
      'BR-META-1': 'Every response has its milliseconds of browser time in `X-Browser-Ms-Used`.',
      'BR-META-2': 'The `meta` of a result has the HTTP status of the page.',
      'BR-META-3': 'The `meta` of a result has the title of the page.',
      'BR-META-4': 'The `meta` of a result has the headers of the page with lower-case names.',
      'BR-META-5': 'In `meta` a line feed joins headers that a page has twice.',
      'BR-META-6': 'The `meta` of a result omits headers with credentials.',
      'BR-META-7': 'The `meta` of a result has the final URL of the page.',
      'BR-META-8': 'The `meta` of a result has each redirect, the first one first.',
      'BR-META-9': 'The `meta` of a page without redirects has no `redirectChain`.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'BR-META-10': 'A failure has its milliseconds of browser time in `X-Browser-Ms-Used`.',
    },
  ),
  ...statements(
    { passage: 'inferred from Cloudflare docs, Browser Run errors', certainty: 'inferred' },
    {
      'BR-META-11': 'The browser renders a page with status 404, and `meta` has its status.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run limits', certainty: 'documented' },
    {
      'BR-LIMIT-1': 'The free plan accepts one request in ten seconds.',
      'BR-LIMIT-2': 'The paid plan accepts ten requests in a second.',
      'BR-LIMIT-3': 'The free plan has ten minutes of browser time per day.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run FAQ', certainty: 'documented' },
    {
      'BR-NET-1': 'The browser does not reach a page in a private network.',
    },
  ),
]);
