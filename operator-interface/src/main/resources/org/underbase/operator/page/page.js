'use strict';
(function () {
  const page = JSON.parse(document.getElementById('data').textContent);
  const state = { charts: 0, drawn: 0, errors: [] };
  window.underbaseReport = state;
  window.addEventListener('error', event => state.errors.push(String(event.message)));

  // ---------------------------------------------------------------- numbers
  const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

  function digits(value) {
    const size = Math.abs(value);
    const fixed = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    return String(Number(value.toFixed(fixed)));
  }

  function bytes(value) {
    let size = Math.abs(value);
    let unit = 0;
    while (size >= 999.5 && unit < BYTE_UNITS.length - 1) {
      size /= 1024;
      unit++;
    }
    return (value < 0 ? '-' : '') + digits(size) + ' ' + BYTE_UNITS[unit];
  }

  function nanos(value) {
    if (value < 1e3) return digits(value) + ' ns';
    if (value < 999.5e3) return digits(value / 1e3) + ' µs';
    if (value < 999.5e6) return digits(value / 1e6) + ' ms';
    if (value < 120e9) return digits(value / 1e9) + ' s';
    if (value < 120 * 60e9) return digits(value / 60e9) + ' min';
    if (value < 72 * 3600e9) return digits(value / 3600e9) + ' h';
    return digits(value / 86400e9) + ' days';
  }

  const percent = share => digits(100 * share) + '%';
  const count = value => value.toLocaleString('en-US');

  // ---------------------------------------------------------------- colours
  const darkMedia = window.matchMedia('(prefers-color-scheme: dark)');
  const LIGHT = {
    text: '#1d2430', muted: '#5b6675', line: '#dde2e9', card: '#ffffff', mark: '#8a94a3',
    read: '#2f6fb3', write: '#e0962f',
    logging: '#d9822b', flush: '#2c9c69', compaction: '#a4559b', other: '#8a94a3',
    series: ['#2f6fb3', '#d9822b', '#2c9c69', '#a4559b', '#c8453f', '#5c6bc0', '#00838f', '#8d6e3f', '#6d8f1f', '#b0537a',
      '#4d7c8a', '#7a6fae']
  };
  const DARK = {
    text: '#e6eaf0', muted: '#9aa6b5', line: '#333b46', card: '#1d2229', mark: '#79859a',
    read: '#6aa9e9', write: '#f0b35c',
    logging: '#f0a050', flush: '#57c795', compaction: '#d08ac8', other: '#8b97a7',
    series: ['#6aa9e9', '#f0a050', '#57c795', '#d08ac8', '#f07f78', '#95a3f0', '#4fc3d0', '#cfae78', '#b0d060', '#e890b8',
      '#8ab9c8', '#b7aee8']
  };
  let colour = darkMedia.matches ? DARK : LIGHT;

  // ---------------------------------------------------------------- parts of options
  const narrow = width => width < 460;

  function base() {
    return {
      animation: false,
      color: colour.series,
      textStyle: { color: colour.text, fontFamily: getComputedStyle(document.body).fontFamily },
      aria: { enabled: false },
      tooltip: {
        confine: true, backgroundColor: colour.card, borderColor: colour.line, textStyle: { color: colour.text, fontSize: 12 }
      },
      legend: {
        type: 'scroll', top: 0, left: 0, right: 0, textStyle: { color: colour.text }, itemWidth: 18, itemHeight: 10,
        pageIconColor: colour.text, pageIconInactiveColor: colour.line, pageTextStyle: { color: colour.muted }
      },
      grid: { left: 30, right: 28, top: 40, bottom: 30, containLabel: true }
    };
  }

  function axis(more) {
    return Object.assign({
      axisLine: { lineStyle: { color: colour.mark } },
      axisTick: { lineStyle: { color: colour.mark } },
      axisLabel: Object.assign({ color: colour.muted, hideOverlap: true }, more.axisLabel),
      splitLine: { lineStyle: { color: colour.line } },
      nameTextStyle: { color: colour.muted },
      nameLocation: 'middle'
    }, Object.fromEntries(Object.entries(more).filter(([key]) => key !== 'axisLabel')));
  }

  // ---------------------------------------------------------------- figures
  const figures = [];

  function figure(id, title, options) {
    figures.push(Object.assign({ id, title, missing: page.notAvailable.includes(id) }, options));
  }

  /** Sections before the figures, and additions to the details of a figure. */
  const firstSections = [];
  const detailsOf = [];

@figures@
  // ---------------------------------------------------------------- page
  function element(name, parent, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    parent.appendChild(made);
    return made;
  }

  /** Words: for each column whether its cells are words, which are aligned to the left. */
  function table(parent, head, rows, caption, words = []) {
    const made = element('table', parent);
    if (caption) element('caption', made, 'caption', caption);
    const line = element('tr', element('thead', made));
    head.forEach((name, i) => {
      const text = rows.some(cells => cells[i] instanceof Node);
      element('th', line, text ? 'text' : words[i] ? 'word' : '', name).scope = 'col';
    });
    const body = element('tbody', made);
    rows.forEach(cells => {
      const row = element('tr', body, cells.sum ? 'sum' : '');
      cells.forEach((cell, i) => {
        if (cell instanceof Node) element('td', row, 'text').appendChild(cell);
        else element('td', row, words[i] ? 'word' : '', cell);
      });
    });
    return made;
  }

  function showFacts() {
    const list = document.getElementById('facts');
    page.facts.forEach(fact => {
      const pair = element('div', list);
      element('dt', pair, '', fact.name);
      element('dd', pair, '', fact.value);
    });
  }

  const drawn = [];

  function draw(entry) {
    const option = entry.figure.option(entry.box.clientWidth);
    entry.finished = false;
    entry.chart.setOption(option, true);
  }

  function tally() {
    state.drawn = drawn.filter(entry => entry.finished).length;
  }

  function show(main, fig) {
    const card = element('section', main, 'card' + (fig.wide ? ' wide' : ''));
    card.id = fig.id;
    element('h2', card, '', fig.title);
    const caption = element('p', card, 'caption', page.captions[fig.id]);
    caption.id = fig.id + '-caption';
    if (fig.missing) return;
    const head = typeof fig.head === 'function' ? fig.head() : fig.head;
    if (!fig.option) {
      table(element('div', card, 'scroll whole'), head, fig.rows(), undefined, fig.words);
      return;
    }
    const box = element('div', card, 'chart' + (fig.size ? ' ' + fig.size : ''));
    box.setAttribute('role', 'img');
    box.setAttribute('aria-labelledby', caption.id);
    const details = element('details', card);
    element('summary', details, '', 'Data as a table');
    table(element('div', details, 'scroll'), head, fig.rows(), undefined, fig.words);
    detailsOf.forEach(add => add(details, fig));
    const entry = { figure: fig, box, finished: false, chart: echarts.init(box, null, { renderer: 'svg' }) };
    entry.chart.on('finished', () => { entry.finished = true; tally(); });
    drawn.push(entry);
    draw(entry);
  }

  function guarded(action) {
    try {
      action();
    } catch (error) {
      state.errors.push(String(error && error.stack || error));
      console.error(error);
    }
  }

  state.charts = figures.filter(fig => !fig.missing && fig.option).length;
  guarded(showFacts);
  const main = document.getElementById('figures');
  firstSections.forEach(section => guarded(() => section(main)));
  figures.forEach(fig => guarded(() => show(main, fig)));

  darkMedia.addEventListener('change', () => {
    colour = darkMedia.matches ? DARK : LIGHT;
    drawn.forEach(entry => guarded(() => draw(entry)));
  });
  const resizer = new ResizeObserver(changes => changes.forEach(change => {
    const entry = drawn.find(each => each.box === change.target);
    if (entry.width !== change.contentRect.width) {
      entry.width = change.contentRect.width;
      guarded(() => { entry.chart.resize(); draw(entry); });
    }
  }));
  drawn.forEach(entry => resizer.observe(entry.box));
}());
