import { serveWork } from '../../../../engines/apart/serve-work.ts';
import { convertDocument } from '../convert-document.ts';

serveWork(convertDocument);
