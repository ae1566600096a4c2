'use strict';
// Filters the cases of a report. It only reads text and hides elements: no markup
// is made here, so that nothing of an adapter can become any.
(() => {
  const form = document.getElementById('filter');
  if (!form) return;
  const fields = form.elements;
  const count = document.getElementById('count');
  const nothing = document.getElementById('nothing');
  const groups = Array.from(document.querySelectorAll('.group'), (section) => ({
    section,
    clause: section.dataset.c,
    cases: Array.from(section.querySelectorAll('.case'), (node) => ({
      node,
      verdicts: node.dataset.v.split(' '),
      red: 'red' in node.dataset,
      text: '',
    })),
  }));
  const total = groups.reduce((n, group) => n + group.cases.length, 0);

  // textOf is what the text filter looks at: title, id, why, differences.
  const textOf = (entry) => {
    if (!entry.text) {
      const parts = [entry.node.firstElementChild.textContent];
      for (const part of entry.node.querySelectorAll('.s')) parts.push(part.textContent);
      entry.text = parts.join('\n').toLowerCase();
    }
    return entry.text;
  };

  // The texts are gathered while nobody waits, so that the first word typed is as
  // quick as the others.
  const waiting = groups.flatMap((group) => group.cases);
  const gather = (deadline) => {
    while (waiting.length > 0 && deadline.timeRemaining() > 2) textOf(waiting.pop());
    if (waiting.length > 0) requestIdleCallback(gather);
  };
  if ('requestIdleCallback' in window) requestIdleCallback(gather);

  const hide = (node, hidden) => {
    if (node.hidden !== hidden) node.hidden = hidden;
  };

  const apply = () => {
    const words = fields.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const clause = fields.clause.value;
    const verdict = fields.verdict.value;
    const letter = fields.implementation ? fields.implementation.value : '';
    const wanted = (v) => (!letter || v.startsWith(letter + ':')) && (!verdict || v.endsWith(':' + verdict));
    let shown = 0;
    for (const group of groups) {
      let any = false;
      const other = clause !== '' && group.clause !== clause;
      for (const entry of group.cases) {
        const fits = !other && (verdict === 'red'
          ? entry.red && (!letter || entry.verdicts.some((v) => v.startsWith(letter + ':') && !v.endsWith(':pass')))
          : entry.verdicts.some(wanted)) && words.every((word) => textOf(entry).includes(word));
        hide(entry.node, !fits);
        if (fits) { any = true; shown++; }
      }
      hide(group.section, !any);
    }
    hide(nothing, shown > 0);
    count.value = shown === total ? `${total} cases` : `${shown} of ${total} cases`;
  };

  // show puts the filter to these values and goes to the list.
  const show = (values) => {
    for (const name of ['text', 'clause', 'verdict', 'implementation']) {
      if (fields[name]) fields[name].value = values[name] || '';
    }
    apply();
  };

  const visible = () => groups.flatMap((group) => group.cases.filter((entry) => !entry.node.hidden).map((entry) => entry.node));

  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', apply);
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    show({});
  });
  // A browser that opens very many at once stands still for a while.
  const mostOpened = 200;
  document.getElementById('open').addEventListener('click', () => {
    for (const item of visible().slice(0, mostOpened)) item.open = true;
  });
  document.getElementById('close').addEventListener('click', () => {
    for (const item of document.querySelectorAll('.case[open]')) item.open = false;
  });
  document.querySelector('.matrix').addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (!button) return;
    show({ clause: button.dataset.c, verdict: button.dataset.v, implementation: button.dataset.i });
    document.getElementById('cases').scrollIntoView();
    document.getElementById('cases').focus({ preventScroll: true });
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest('input, select, textarea');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      fields.text.focus();
    } else if (event.key === 'Escape' && event.target === fields.text) {
      fields.text.value = '';
      apply();
    }
  });

  // A link to a case opens it, whatever the filter says; one to a rule shows it.
  const follow = () => {
    let name = '';
    try {
      name = decodeURIComponent(location.hash.slice(1));
    } catch {
      return;
    }
    const target = name && document.getElementById(name);
    if (!target) return;
    const hidden = target.closest('[hidden]');
    if (target.matches('.case')) {
      if (hidden) show({});
      target.open = true;
    } else if (hidden) {
      show({ clause: name.replace(/^clause-/, '') });
    }
    target.scrollIntoView();
  };
  window.addEventListener('hashchange', follow);

  // On paper a case that is shown and red is open.
  let opened = [];
  window.addEventListener('beforeprint', () => {
    opened = visible().filter((item) => 'red' in item.dataset && !item.open).slice(0, mostOpened);
    for (const item of opened) item.open = true;
  });
  window.addEventListener('afterprint', () => {
    for (const item of opened) item.open = false;
  });

  apply();
  follow();
})();
