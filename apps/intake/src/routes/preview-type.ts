import type { FieldError } from '@crier/domain';
import { type Preview, previewType, type ShownMessage, type TypeCatalog } from '@crier/templates';
import { Router } from 'express';
import type { createAuthenticate } from '../http/authenticate.js';
import { ProblemError } from '../http/problem-error.js';
import { bodyText, parseJson, readBytes } from '../http/read-json.js';
import { validBody } from '../http/valid-body.js';
import { previewRequestSchema } from './preview-request.js';

/** Less than an event may have: every channel is rendered while others wait. Of 1 MiB that would take more than half a second. */
const MAX_BYTES = 64 * 1024;

/** The template's error names itself; where the data should carry what is missing is the pointer. */
const faultOf = (preview: Preview): FieldError[] => {
  if (!('error' in preview)) return [];
  const { expression, message } = preview.error;
  const [path] = /\bdata(\.\w+)*/.exec(expression) ?? ['data'];
  return [{ pointer: `/${path.replaceAll('.', '/')}`, code: 'template_error', detail: message }];
};

const isShown = (preview: Preview): preview is ShownMessage => 'message' in preview;

/**
 * `POST /v1/types/:type/preview`: each channel's message from the fixture or the data sent. 422 names template, line
 * and expression of what can't be rendered. It stores nothing and sends nothing.
 */
export const previewRoute = (catalog: TypeCatalog, authenticate: ReturnType<typeof createAuthenticate>): Router => {
  const router = Router();
  router.post(
    '/v1/types/:type/preview',
    authenticate('read'),
    ...readBytes(['application/json'], MAX_BYTES),
    (req, res) => {
      const name = String(req.params.type);
      const type = catalog.types.get(name);
      if (!type) throw new ProblemError('not_found', `There is no type ${name}: GET /v1/types lists them.`);
      const { data, locale, timezone, channels } = validBody(previewRequestSchema, parseJson(bodyText(req) || '{}'));
      const previews = previewType(type, {
        ...(data === undefined ? {} : { data }),
        ...(locale === undefined ? {} : { locale }),
        ...(timezone === undefined ? {} : { timezone }),
        ...(channels === undefined ? {} : { channels }),
      });
      const faults = previews.flatMap(faultOf);
      if (faults.length > 0)
        throw new ProblemError('invalid', `${faults.length} message(s) can’t be rendered with this data.`, faults);
      res.json({ type: name, templateVersion: type.templateVersion, previews: previews.filter(isShown) });
    },
  );
  return router;
};
