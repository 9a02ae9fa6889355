import type { FunctionComponent } from 'preact';
import { ControlsPage } from './controls/controls-page.tsx';
import { EventsPage } from './events/events-page.tsx';
import { ModelsPage } from './models/models-page.tsx';
import { ObjectsPage } from './objects/objects-page.tsx';
import { RenderingPage } from './rendering/rendering-page.tsx';
import { RepositoriesPage } from './repositories/repositories-page.tsx';
import { RequestsPage } from './requests/requests-page.tsx';
import { WebhooksPage } from './webhooks/webhooks-page.tsx';
import { ZonesPage } from './zones/zones-page.tsx';

/** A page of the console. */
export interface ConsolePage {
  /** First segment of its address. */
  readonly name: string;
  readonly title: string;
  readonly Page: FunctionComponent;
}

/** All pages, in the order of the navigation. The first is the start. */
export const pages: readonly ConsolePage[] = [
  { name: 'requests', title: 'Requests', Page: RequestsPage },
  { name: 'zones', title: 'Zones', Page: ZonesPage },
  { name: 'events', title: 'Events', Page: EventsPage },
  { name: 'models', title: 'Models', Page: ModelsPage },
  { name: 'repositories', title: 'Repositories', Page: RepositoriesPage },
  { name: 'objects', title: 'Objects', Page: ObjectsPage },
  { name: 'rendering', title: 'Rendering', Page: RenderingPage },
  { name: 'webhooks', title: 'Webhooks', Page: WebhooksPage },
  { name: 'controls', title: 'Controls', Page: ControlsPage },
];
