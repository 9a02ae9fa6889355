import { ApiError } from '../../../../spec/errors.ts';
import type { catalogueEndpoints } from '../../../../spec/services/inference/catalogue.ts';
import {
  type ConvertedFile,
  conversionFields,
  supportedFiles,
} from '../../../../spec/services/inference/conversion.ts';
import { inferenceLimits as limits } from '../../../../spec/services/inference/limits.ts';
import type { Service, UploadedBody } from '../../../api/call.ts';
import type { ModelBackend } from '../../../engines/models/backend.ts';
import { estimateTokens } from '../../../engines/models/count-tokens.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import { ConversionError } from './conversion-error.ts';
import type { ConvertDocument } from './convert-document.ts';
import { convertFile, type Readers } from './convert-file.ts';
import { bareType } from './file-type.ts';

type ConversionOperations = Pick<
  typeof catalogueEndpoints,
  'inference.to-markdown' | 'inference.to-markdown.supported'
>;

export interface ConversionParts {
  /** Describes pictures. */
  readonly backend: Pick<ModelBackend, 'describe'>;
}

/** The model that describes pictures (inferred: the platform does not name it). */
const describer = { id: '@cf/llava-hf/llava-1.5-7b-hf' };

/** Conversion of files to Markdown: Cloudflare docs, Workers AI Markdown conversion. */
export function createConversionHandlers(parts: ConversionParts): Service<ConversionOperations> {
  const convert = createFileConverter(parts);
  return {
    'inference.to-markdown': async ({ world, upload, request }) => {
      const files = getFiles(upload);
      if (files.length === 0) throw new ApiError('conversion-files-missing');
      if (files.length > limits.conversionFiles) {
        const { conversionFiles: limit } = limits;
        throw new ApiError('conversion-files-many', { count: files.length, limit });
      }
      const result: ConvertedFile[] = [];
      // One after the other: each file is held in memory, and the order is that of the form.
      for (const file of files) {
        result.push({ id: world.ids.uuid(), ...(await convert(file, request.signal)) });
      }
      return { result };
    },

    'inference.to-markdown.supported': () => ({ result: supportedFiles.map((file) => ({ ...file })) }),
  };
}

function getFiles(upload: UploadedBody | undefined): File[] {
  if (upload?.type !== 'multipart') return [];
  return conversionFields.flatMap((name) =>
    upload.form.getAll(name).filter((value) => typeof value !== 'string'),
  );
}

/** The result of a file's conversion, or the reason for its failure. */
export type ConvertSentFile = (file: File, signal: AbortSignal) => Promise<ConvertedFile>;

/** The converters of one mock. */
export function createFileConverter({ backend }: ConversionParts): ConvertSentFile {
  const readers: Readers = {
    describe: (image, signal) => backend.describe(describer, { image }, signal),
    convert: createLateConverter(),
  };
  return async (file, signal) => {
    const { name, type } = file;
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const converted = await convertFile({ name, type, bytes }, readers, signal);
      return { name, ...converted, tokens: estimateTokens(converted.data) };
    } catch (error) {
      if (!(error instanceof ConversionError || error instanceof ModelError)) throw error;
      const mimeType = bareType(type) || 'application/octet-stream';
      return { name, mimeType, format: 'error', error: error.message };
    }
  };
}

/** A converter that is loaded at the first document: readers of office files load slowly. */
function createLateConverter(): ConvertDocument {
  let made: Promise<ConvertDocument> | undefined;
  return async (document, signal) => {
    made ??= import('#converter').then(({ createConverter }) => createConverter());
    return (await made)(document, signal);
  };
}
