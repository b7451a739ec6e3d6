import { byId, element } from './element.js';

const ABOUT = {
  throttle: 'The provider says that it is being called too often, in its own words.',
  error: 'The provider fails with an HTTP status of your choice.',
  reject: 'The provider refuses this message for good.',
  auth: 'The provider refuses the caller’s credentials.',
  hang: 'Nothing is accepted and nothing is answered, until the client gives up.',
  no_message_id: 'The answer says success but carries no message id, and nothing is accepted.',
  latency: 'The message is accepted at once and answered after the delay (200 ms if none is given).',
  timeout_after_accept: 'The message is accepted, but the client never hears of it.',
  disconnect_after_accept: 'The message is accepted, then the connection breaks.',
  no_message_id_after_accept: 'The message is accepted, but the answer carries no message id.',
};
const NUMBERS = new Set(['count', 'status', 'retryAfter', 'delayMs']);

/** The fault that the form describes: only what is filled in, and only fields that the mode has. */
const faultOf = (form) => {
  const fault = {};
  for (const field of form.querySelectorAll('[name]')) {
    const value = field.value.trim();
    if (value === '' || field.closest('.field').hidden) continue;
    if (field.name === 'rate') fault.rate = Number(value) / 100;
    else fault[field.name] = NUMBERS.has(field.name) ? Number(value) : value;
  }
  return fault;
};

const showErrors = (form, errors, detail) => {
  for (const field of form.querySelectorAll('[name]')) {
    const own = errors.filter(({ pointer }) => pointer === `/${field.name}`);
    const words =
      field.name === 'rate' ? own.map(() => 'Must be a share from 0 to 100.') : own.map(({ detail }) => detail);
    byId(`fault-${field.name}-error`).textContent = words.join(' ');
    if (own.length > 0) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
  }
  byId('fault-form-error').textContent = detail;
  form.querySelector('[aria-invalid]')?.focus();
};

/** The form that makes a provider misbehave. The sandbox judges the input; its answer is shown beside the fields. */
export const createFaultDialog = () => {
  const dialog = byId('fault-dialog');
  const form = byId('fault-form');
  const mode = byId('fault-mode');
  const provider = byId('fault-provider');

  const showMode = () => {
    byId('fault-mode-about').textContent = ABOUT[mode.value] ?? '';
    for (const field of form.querySelectorAll('[data-modes]'))
      field.hidden = !field.dataset.modes.split(' ').includes(mode.value);
  };

  const submit = async (event) => {
    event.preventDefault();
    const headers = { 'content-type': 'application/json' };
    try {
      const answer = await fetch('/sandbox/faults', { method: 'POST', headers, body: JSON.stringify(faultOf(form)) });
      if (answer.ok) return dialog.close();
      const problem = await answer.json();
      showErrors(form, problem.errors, problem.errors.length > 0 ? '' : problem.detail);
    } catch {
      showErrors(form, [], 'The sandbox does not answer. Is it still running?');
    }
  };

  mode.addEventListener('change', showMode);
  form.addEventListener('submit', submit);
  byId('fault-cancel').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  byId('add-fault').addEventListener('click', () => {
    form.reset();
    showErrors(form, [], '');
    showMode();
    dialog.showModal();
  });

  return {
    showProviders(names) {
      if (provider.children.length === names.length + 1) return;
      const options = names.map((name) => element('option', { value: name }, name));
      provider.replaceChildren(element('option', { value: '' }, 'Any provider'), ...options);
    },
  };
};
