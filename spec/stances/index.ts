import { aiGatewayStances } from './ai-gateway.ts';
import { artifactsStances } from './artifacts.ts';
import { browserRenderingStances } from './browser-rendering.ts';
import { codeInterpreterStances } from './code-interpreter.ts';
import { customHostnamesStances } from './custom-hostnames.ts';
import { edgeStances } from './edge.ts';
import { inferenceStances } from './inference.ts';
import { markdownStances } from './markdown.ts';
import { objectStorageStances } from './object-storage.ts';
import { rulesetsStances } from './rulesets.ts';
import { settingsStances } from './settings.ts';
import type { Stance } from './stance.ts';
import { tokenValidationStances } from './token-validation.ts';
import { v4Stances } from './v4.ts';

export type { Stance, StanceValue, Switch } from './stance.ts';

/** The questions that the documents leave open and the decision records answer, by name. */
export const stances = {
  ...v4Stances,
  ...tokenValidationStances,
  ...edgeStances,
  ...rulesetsStances,
  ...settingsStances,
  ...customHostnamesStances,
  ...markdownStances,
  ...browserRenderingStances,
  ...inferenceStances,
  ...aiGatewayStances,
  ...artifactsStances,
  ...objectStorageStances,
  ...codeInterpreterStances,
};

/** The name of a question. */
export type StanceId = keyof typeof stances;

/** The type of the answer to a question. */
export type AnswerTo<Id extends StanceId> = (typeof stances)[Id]['mock'];

/** Answers to some of the questions. */
export type Stances = { readonly [Id in StanceId]?: AnswerTo<Id> | undefined };

/** All questions by name, in the order of the documentation, with any type of answer. */
export const stanceList = Object.entries(stances) as readonly (readonly [StanceId, Stance])[]; // its keys are the names
