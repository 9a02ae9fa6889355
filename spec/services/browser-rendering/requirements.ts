import { defineRequirements } from '../../requirement.ts';
import { commonRenderingRequirements } from './requirements/common.ts';
import { linksRequirements, renderingErrorRequirements } from './requirements/links.ts';
import { screenshotRequirements } from './requirements/screenshot.ts';
import { renderingSeedRequirements } from './requirements/seed.ts';
import { siblingRequirements } from './requirements/siblings.ts';

/** Screenshots and links of pages that a browser has loaded, and what else is made of them. */
export const browserRenderingRequirements = defineRequirements([
  ...renderingSeedRequirements,
  ...commonRenderingRequirements,
  ...screenshotRequirements,
  ...linksRequirements,
  ...siblingRequirements,
  ...renderingErrorRequirements,
]);
