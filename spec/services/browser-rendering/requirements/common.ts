import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { browserRenderingEndpoints } from '../endpoints.ts';
/** What every action has in common: who may ask, how a page is loaded, what the answer tells, what is kept. */
export const commonRenderingRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Browser Run /scrape', certainty: 'documented' },
    {
      'BR-ROUTE-1': 'Every action is served below `/browser-run/` too.',
    },
  ),
  ...statements(
    { passage: 'inferred from Cloudflare docs, Browser Run /scrape', certainty: 'inferred' },
    {
      'BR-ROUTE-2': 'An action below `/browser-run/` answers what it answers below `/browser-rendering/`.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run errors', certainty: 'documented' },
    {
      'BR-AUTH-3': 'A token without the permission of browser rendering is refused.',
      'BR-AUTH-4': 'A refused token is answered with status 401 and code 10000.',
      'BR-AUTH-5': 'A pair of e-mail address and key is accepted.',
    },
  ),
  ...statements(
    { passage: 'inferred from Cloudflare docs, Browser Run errors', certainty: 'inferred' },
    {
      'BR-AUTH-6': 'A request for an account that its token has no rights on is refused.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, Browser Rendering', certainty: 'documented' },
    {
      'BR-REQ-1': 'The stages of a request are timed each by itself.',
      'BR-REQ-2': 'A page that takes longer than `actionTimeout` to be worked on fails.',
      'BR-REQ-3': 'A script of `addScriptTag` is loaded from its `url`.',
      'BR-REQ-4': 'A script of `addScriptTag` has its `type` and its `id`.',
      'BR-REQ-5': 'Requests that no pattern of `allowRequestPattern` fits are not made.',
      'BR-REQ-6': 'Requests that a pattern of `rejectRequestPattern` fits are not made.',
      'BR-REQ-7': 'A pattern may be written between slashes.',
      'BR-REQ-8': 'Requests of other types than those of `allowResourceTypes` are not made.',
      'BR-REQ-9': 'Requests of the types of `rejectResourceTypes` are not made.',
      'BR-REQ-10': 'What is rejected is not made although it is allowed too.',
      'BR-REQ-11': 'With `bestAttempt` a page is used although an awaited event did not come in time.',
      'BR-REQ-12': 'Cookies are sent with their attributes.',
      'BR-REQ-13': 'The styles of `emulateMediaType` apply to the page.',
      'BR-REQ-14': 'A page is loaded with the `referer` of `gotoOptions`.',
      'BR-REQ-15': 'With `waitUntil` `load` a page is used once its resources are there.',
      'BR-REQ-16': 'With `waitUntil` `networkidle2` a page is used although two connections are active.',
      'BR-REQ-17': 'A list of `waitUntil` waits for all of its events.',
      'BR-REQ-18': 'A page is used once its document is there when `waitUntil` is left out.',
      'BR-REQ-19': 'The headers of `setExtraHTTPHeaders` are on every request of the page.',
      'BR-REQ-20': 'With `setJavaScriptEnabled` false no script of the page runs.',
      'BR-REQ-21': 'A page is 1920 pixels wide and 1080 high when no `viewport` is asked for.',
      'BR-REQ-22': 'A page has the default user agent when none is asked for.',
      'BR-REQ-23': 'With `deviceScaleFactor` a page has that many pixels for one of its own.',
      'BR-REQ-24': 'With `waitForSelector` a page is used once the element is there.',
      'BR-REQ-25': 'With `waitForSelector.visible` a page is used once the element is seen.',
      'BR-REQ-26': 'With `waitForSelector.hidden` a page is used once the element is gone.',
      'BR-REQ-27': 'With `waitForTimeout` a page is used that many milliseconds later.',
      'BR-REQ-28': 'An action with neither `url` nor `html` is refused.',
      'BR-REQ-31': 'With `isMobile` a page is laid out as on a phone.',
      'BR-REQ-32': 'With `hasTouch` a page finds a touch screen.',
      'BR-REQ-47': 'With `waitUntil` `networkidle0` a page is used once no connection is active.',
      'BR-REQ-48': 'Every action sends the credentials of `authenticate` to a page that asks for them.',
      'BR-REQ-49': 'Every action runs the inline scripts of `addScriptTag` in the page.',
      'BR-REQ-50': 'Every action applies the inline styles of `addStyleTag` to the page.',
      'BR-REQ-51': 'Every action applies the external stylesheets of `addStyleTag` to the page.',
      'BR-REQ-52': 'A page is loaded with the `referrerPolicy` of `gotoOptions`.',
      'BR-REQ-53': 'With `isLandscape` a page is shown in landscape.',
      'BR-REQ-54': 'Every one of the 18 resource types may be named.',
    },
  ),
  ...bounds(
    {
      in: browserRenderingEndpoints,
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
        { sentence: 'A `viewport` without width or height is refused.' },
      ],
    },
  ),
  ...statements(
    { passage: 'decision record 9: Requests', certainty: 'inferred' },
    {
      'BR-REQ-33': 'An action with both `url` and `html` is refused.',
      'BR-REQ-34': 'Scripts of a page run when nothing is said about them.',
      'BR-REQ-38': 'A member that nobody knows is ignored.',
      'BR-REQ-39': 'Allowing and rejecting patterns may stand together.',
      'BR-REQ-40': 'A pattern that is no regular expression is refused.',
      'BR-REQ-44': 'Cookies are there before the page is loaded.',
      'BR-REQ-45': 'Styles and scripts are added once the page is loaded.',
      'BR-REQ-46': 'What one request leaves in its browser the next one does not find.',
    },
  ),
  ...bounds(
    {
      in: browserRenderingEndpoints,
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
        { sentence: 'A resource type that nobody knows is refused.' },
      ],
      'BR-REQ-42': [
        'missing',
        ['/cookies/0/name', '/cookies/0/value'],
        { sentence: 'A cookie without name or value is refused.' },
      ],
      'BR-REQ-43': [
        'missing',
        ['/authenticate/username', '/authenticate/password'],
        { sentence: 'Credentials without username or password are refused.' },
      ],
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run Quick Actions', certainty: 'documented' },
    {
      'BR-CACHE-1': 'The same request within five seconds is answered with what was made before.',
      'BR-CACHE-2': 'The same request after five seconds is answered anew.',
      'BR-CACHE-3': 'With `cacheTTL` an answer is kept for that many seconds.',
      'BR-CACHE-4': 'With `cacheTTL` 0 a request is answered anew.',
      'BR-CACHE-5': 'A `cacheTTL` above 86400 is refused.',
      'BR-CACHE-6': 'What was made of submitted HTML is not kept.',
    },
  ),
  ...statements(
    { passage: 'decision record 9: Answers', certainty: 'inferred' },
    {
      'BR-CACHE-7': 'A request for the same URL with other options is answered anew.',
      'BR-CACHE-8': 'Another action on the same URL is answered anew.',
      'BR-CACHE-9': 'An answer that was kept took no browser time.',
      'BR-CACHE-10': 'A failure is not kept.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare Workers types, BrowserRun', certainty: 'documented' },
    {
      'BR-META-1': 'Every answer says in `X-Browser-Ms-Used` how many milliseconds of browser time it took.',
      'BR-META-2': 'The `meta` of a result has the HTTP status of the page.',
      'BR-META-3': 'The `meta` of a result has the title of the page.',
      'BR-META-4': 'The `meta` of a result has the headers of the page by their lower-case names.',
      'BR-META-5': 'Headers that a page has twice are joined by a line feed in `meta`.',
      'BR-META-6': 'The `meta` of a result leaves out headers with credentials.',
      'BR-META-7': 'The `meta` of a result has the URL that the page was found at.',
      'BR-META-8': 'The `meta` of a result has each redirect, the first one first.',
      'BR-META-9': 'The `meta` of a page without redirects has no `redirectChain`.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'BR-META-10': 'A failure says in `X-Browser-Ms-Used` how much browser time it took.',
    },
  ),
  ...statements(
    { passage: 'inferred from Cloudflare docs, Browser Run errors', certainty: 'inferred' },
    {
      'BR-META-11': 'A page with status 404 is rendered, and `meta` has its status.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run limits', certainty: 'documented' },
    {
      'BR-LIMIT-1': 'The free plan has one request in ten seconds.',
      'BR-LIMIT-2': 'The paid plan has ten requests in a second.',
      'BR-LIMIT-3': 'The free plan has ten minutes of browser time on one day.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run FAQ', certainty: 'documented' },
    {
      'BR-NET-1': 'A page in a private network is not reached.',
    },
  ),
  ...statements(
    { passage: 'decision record 10: How it is kept in', certainty: 'inferred' },
    {
      'BR-NET-2': 'A page that redirects into a private network is not followed there.',
      'BR-NET-3': 'A resource of a page in a private network is not reached.',
      'BR-NET-4': 'The address of cloud metadata is not reached.',
    },
  ),
]);
