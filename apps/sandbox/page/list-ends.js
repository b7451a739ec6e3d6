import { byId, element } from './element.js';
import { formatCount } from './format.js';

const emptyNote = (filtered) =>
  filtered
    ? [
        element('p', { className: 'empty-title' }, 'No message matches'),
        element('p', {}, 'Try a shorter part of the address.'),
      ]
    : [
        element('img', { src: '/sandbox/page/icon.svg', alt: '', width: 48, height: 48 }),
        element('p', { className: 'empty-title' }, 'Nothing has arrived yet'),
        element('p', {}, 'Point a provider’s endpoint here and send something.'),
        element('code', {}, `SES_ENDPOINT=${location.origin}/ses`),
        element('code', {}, `SENDGRID_BASE_URL=${location.origin}/sendgrid`),
        element('code', {}, `TWILIO_BASE_URL=${location.origin}/twilio`),
        element('code', {}, `WHATSAPP_BASE_URL=${location.origin}/whatsapp`),
        element('code', {}, `FCM_BASE_URL=${location.origin}/fcm`),
      ];

/** What stands around the list: what to do while it is empty, and how much more there is. */
export const showListEnds = ({ total, shown, filtered, mayShowMore }) => {
  document.body.classList.toggle('nothing', total === 0 && !filtered);
  byId('empty').hidden = shown > 0;
  if (shown === 0) byId('empty').replaceChildren(...emptyNote(filtered));
  byId('more-line').hidden = total <= shown;
  byId('more-text').textContent = `The newest ${formatCount(shown)} of ${formatCount(total)}.`;
  byId('more').hidden = !mayShowMore;
  byId('clear-messages').hidden = total === 0 && !filtered;
};
