import { element } from './element.js';

const KEYS = { ArrowRight: 1, ArrowLeft: -1 };
let lastChosen;
let made = 0;

/**
 * Tabs after the ARIA pattern: one tab stop, arrows move and choose. Each panel is built when it is first shown; the kind
 * that was chosen last is chosen again for the next message.
 */
export const createTabs = (label, panels) => {
  if (panels.length === 0) return undefined;
  made += 1;
  const list = element('div', { role: 'tablist', className: 'tabs', 'aria-label': label });
  const shown = element('div', { role: 'tabpanel', className: 'panel', id: `panel-${made}` });

  const choose = (panel, focus) => {
    tabs.forEach((tab, index) => {
      const chosen = panels[index] === panel;
      tab.setAttribute('aria-selected', String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      if (!chosen) return;
      shown.setAttribute('aria-labelledby', tab.id);
      if (focus) tab.focus();
    });
    panel.node ??= panel.build();
    shown.replaceChildren(panel.node);
  };

  const tabs = panels.map((panel, index) =>
    element(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${made}-${index}`,
        'aria-controls': shown.id,
        onclick() {
          lastChosen = panel.name;
          choose(panel, false);
        },
      },
      panel.name,
    ),
  );
  list.addEventListener('keydown', (event) => {
    const step = KEYS[event.key];
    if (step === undefined) return;
    const current = tabs.indexOf(document.activeElement);
    const next = panels[(current + step + panels.length) % panels.length];
    lastChosen = next.name;
    choose(next, true);
  });

  list.append(...tabs);
  choose(panels.find(({ name }) => name === lastChosen) ?? panels[0], false);
  return element('div', { className: 'views' }, list, shown);
};
