import { renderMessage, TemplateError } from '@crier/templates';
import { bury } from '../bury.js';
import { fitSms } from '../fit-sms.js';
import type { Step } from '../pass.js';

/** Step 5, render: before any claim, so that a template that throws leaves no trace but a dead letter. */
export const render: Step = async (deps, pass) => {
  const { delivery, event, type } = pass;
  const failed = (message: string) =>
    bury(
      deps,
      pass,
      'template_error',
      { kind: 'open', logSeq: pass.delivery.logSeq },
      { provider: null, status: null, code: 'template_error', message, result: 'dead' },
    );
  if (type === undefined) return failed(`There is no notification type ${event.type} any more.`);
  if (event.data === null) return failed('The event’s data has been dropped by retention.');
  try {
    const rendered = renderMessage(type, delivery.channel, {
      locale: delivery.locale,
      timezone: delivery.timezone,
      context: {
        type: event.type,
        entity: { type: event.entityType, id: event.entityId, version: event.entityVersion },
        occurredAt: event.occurredAt,
        data: event.data,
        recipient: { name: delivery.name },
        links: pass.links,
      },
    });
    pass.rendered = rendered;
    if (rendered.channel !== 'sms') return 'go on';
    const fitted = fitSms(rendered, type.manifest);
    if (fitted.kind === 'too long') return failed(fitted.why);
    if (fitted.isOver)
      deps.notice('sms_too_long', `${type.name} ${rendered.locale}`, { segments: fitted.sms.segments });
    pass.rendered = fitted.rendered;
    pass.sms = fitted.sms;
    return 'go on';
  } catch (error) {
    if (error instanceof TemplateError) return failed(error.message);
    throw error;
  }
};
