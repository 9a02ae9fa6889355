import { aiGatewayStory } from './stories/ai-gateway.ts';
import { artifactsStory } from './stories/artifacts.ts';
import { inferenceStory } from './stories/inference.ts';
import { analyticsStory, browserRenderingStory } from './stories/pages-and-events.ts';
import { rulesetsStory } from './stories/rulesets.ts';
import { touchstoneStory } from './stories/touchstone.ts';
import {
  apiGatewayStory,
  customHostnamesStory,
  settingsStory,
  tokenValidationStory,
  userStory,
  zonesStory,
} from './stories/zone-services.ts';
import type { Story } from './story.ts';

/** All stories; together they cover every operation. */
export const stories: readonly Story[] = [
  zonesStory,
  apiGatewayStory,
  tokenValidationStory,
  settingsStory,
  customHostnamesStory,
  userStory,
  rulesetsStory,
  analyticsStory,
  inferenceStory,
  aiGatewayStory,
  browserRenderingStory,
  artifactsStory,
  touchstoneStory,
];
