import { algClass } from './classes/alg.ts';
import { algorithmClass } from './classes/algorithm.ts';
import { base64urlClass } from './classes/base64url.ts';
import { bearerClass } from './classes/bearer.ts';
import { cookieClass } from './classes/cookie.ts';
import { critClass } from './classes/crit.ts';
import { derClass } from './classes/der.ts';
import { foreignKeyClass } from './classes/foreign-key.ts';
import { hmacConfusionClass } from './classes/hmac-confusion.ts';
import { jsonSerialisationClass } from './classes/json-serialisation.ts';
import { keySizeClass } from './classes/key-size.ts';
import { kidClass } from './classes/kid.ts';
import { multiSourceClass } from './classes/multi-source.ts';
import { noneClass } from './classes/none.ts';
import { payloadClass } from './classes/payload.ts';
import { rsaPaddingClass } from './classes/rsa-padding.ts';
import { structureClass } from './classes/structure.ts';
import { tamperedClass } from './classes/tampered.ts';
import { timeClass } from './classes/time.ts';
import type { ClassPlan } from './plan.ts';

/** Every class of vectors, in the order of the file. */
export const classPlans: readonly ClassPlan[] = [
  algorithmClass,
  keySizeClass,
  kidClass,
  algClass,
  noneClass,
  hmacConfusionClass,
  foreignKeyClass,
  tamperedClass,
  structureClass,
  base64urlClass,
  derClass,
  rsaPaddingClass,
  timeClass,
  critClass,
  jsonSerialisationClass,
  payloadClass,
  multiSourceClass,
  bearerClass,
  cookieClass,
];
