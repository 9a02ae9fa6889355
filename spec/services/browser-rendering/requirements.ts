import { defineRequirements } from '../../requirement.ts';
import { commonRenderingRequirements } from './requirements/common.ts';
import { linksRequirements, renderingErrorRequirements } from './requirements/links.ts';
import { screenshotRequirements } from './requirements/screenshot.ts';
import { renderingSeedRequirements } from './requirements/seed.ts';
import { siblingRequirements } from './requirements/siblings.ts';

/** Screenshots, links and other results of pages in a browser. */
export const requirements = defineRequirements([
  ...renderingSeedRequirements,
  ...commonRenderingRequirements,
  ...screenshotRequirements,
  ...linksRequirements,
  ...siblingRequirements,
  ...renderingErrorRequirements,
]);
