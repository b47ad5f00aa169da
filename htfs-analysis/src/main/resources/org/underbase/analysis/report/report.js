'use strict';
(function () {
  const page = JSON.parse(document.getElementById('data').textContent);
  const result = page.result;
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
  const ratio = readPercent => Math.round(readPercent) + '/' + (100 - Math.round(readPercent));
  const clock = ms => new Date(ms).toISOString().substring(11, 19);

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
  const activityColour = name => (name === 'read' ? colour.read : colour[name]);
  const ACTIVITY_NAMES = {
    logging: 'logging', flush: 'flush', read: 'foreground read', compaction: 'compaction', other: 'other'
  };

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

  function shareAxis(name) {
    return axis({
      type: 'value', min: 0, max: 1, name, nameGap: 44,
      axisLabel: { formatter: value => Math.round(100 * value) + '%' }
    });
  }

  /** From one power of 4 to another: left to itself, the library rounds the end up by some powers too many. */
  const bytesAxis = (name, least, most) => axis({
    type: 'log', logBase: 4, name, nameGap: 26, min: least, max: Math.max(4 * least, ceilPower(most, 4)), axisLabel: { formatter: bytes }, splitLine: { show: false }
  });

  const nanosAxis = (name, least) => axis({
    type: 'log', logBase: 10, name, nameGap: 26, min: least, axisLabel: { formatter: nanos }, splitLine: { show: false }
  });

  /** A distribution as the steps of a line: from share 0 at its first value to its last share at the end of the axis. */
  function steps(cdf, end) {
    if (cdf.length === 0) return [];
    const points = cdf.map(([value, share]) => [Math.max(1, value), share]);
    const last = points[points.length - 1];
    return [[points[0][0], 0]].concat(points, end > last[0] ? [[end, last[1]]] : []);
  }

  function line(name, cdf, end, more) {
    return Object.assign({
      name, type: 'line', step: 'end', showSymbol: false, symbol: 'circle', symbolSize: 6, data: steps(cdf, end),
      lineStyle: { width: 2 }, emphasis: { focus: 'series' }
    }, more);
  }

  /** Vertical lines where the paper's values are. */
  function marks(list) {
    return {
      symbol: 'none', silent: true, lineStyle: { color: colour.mark, type: 'dashed' },
      label: { color: colour.muted, fontSize: 11, formatter: mark => mark.name, position: 'insideMiddleBottom' },
      data: list.map(([name, value]) => ({ name, xAxis: value }))
    };
  }

  function cdfTooltip(unit) {
    return {
      trigger: 'item',
      formatter: item => item.seriesName + '<br>' + percent(item.value[1]) + ' at most ' + unit(item.value[0])
    };
  }

  /** The power of {@code base} at or below the least value, so that an axis of logarithms begins near the data. */
  function floorPower(values, base) {
    const least = Math.max(1, Math.min(...values));
    return Math.pow(base, Math.floor(Math.log(least) / Math.log(base) + 1e-9));
  }

  /** The power of {@code base} at or above the value. */
  function ceilPower(value, base) {
    return Math.pow(base, Math.ceil(Math.log(Math.max(1, value)) / Math.log(base) - 1e-9));
  }

  /** Where the axis of some distributions begins: where the first of them rises enough to be seen. */
  function axisStart(cdfs, base, otherwise) {
    const seen = cdfs.filter(cdf => cdf.length).map(cdf => (cdf.find(point => point[1] >= 0.005) || cdf[0])[0]);
    return seen.length ? floorPower(seen, base) : otherwise;
  }

  const lastValue = cdf => (cdf.length ? cdf[cdf.length - 1][0] : 1);

  /** Ends and steps of an axis of bytes from 0 to at least {@code most}, in round numbers of a binary unit. */
  function byteScale(most, ticks) {
    const unit = Math.pow(1024, Math.max(0, Math.floor(Math.log(Math.max(1, most)) / Math.log(1024) + 1e-9)));
    const rough = most / unit / ticks;
    const round = [0.25, 0.5, 1, 2, 2.5, 5, 10, 20, 25, 50, 100, 128, 256, 512, 1024];
    const step = round.find(each => each >= rough * 0.999) * unit;
    return { min: 0, max: Math.max(step, Math.ceil(most / step - 1e-9) * step), interval: step };
  }

  // ---------------------------------------------------------------- figures
  const figures = [];

  function figure(id, title, options) {
    figures.push(Object.assign({ id, title, missing: page.notAvailable.includes(id) }, options));
  }

  /** The text in lines of at most some characters. */
  function wrapped(text, most) {
    return text.split(' ').reduce((lines, word) => {
      const last = lines[lines.length - 1];
      if (lines.length && last.length + 1 + word.length <= most) lines[lines.length - 1] = last + ' ' + word;
      else lines.push(word);
      return lines;
    }, []);
  }

  const bars = (name, key, shade, rows, more) => Object.assign({
    name, type: 'bar', itemStyle: { color: shade }, data: rows.map(row => row[key])
  }, more);

  const MOST_BARS = 16;

  /** Horizontal bars, one row for each of the first names, with stacked parts. */
  function rankedBars(width, all, label, format, series) {
    const room = Math.min(230, Math.round(width * 0.4));
    const rows = all.slice(0, MOST_BARS);
    const most = Math.max(1, ...rows.map(row => series.reduce((sum, each) => sum + row[each[1]], 0)));
    const scale = format === bytes ? byteScale(most, narrow(width) ? 2 : 4) : { minInterval: 1, splitNumber: narrow(width) ? 2 : 4 };
    return Object.assign(base(), {
      tooltip: Object.assign(base().tooltip, { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: format }),
      grid: { left: room + 10, right: 30, top: 34, bottom: 30 },
      xAxis: axis(Object.assign({ type: 'value', axisLabel: { formatter: format } }, scale)),
      yAxis: axis({
        type: 'category', inverse: true, data: rows.map(label),
        axisLabel: { color: colour.text, hideOverlap: false, interval: 0, width: room, overflow: 'truncate' },
        axisTick: { show: false }, splitLine: { show: false }
      }),
      series: series.map(([name, key, shade]) => bars(name, key, shade, rows, { stack: 'all', barMaxWidth: 18 }))
    });
  }

@charts@
  // ---------------------------------------------------------------- page
  function element(name, parent, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    parent.appendChild(made);
    return made;
  }

  function table(parent, head, rows, caption) {
    const made = element('table', parent);
    if (caption) element('caption', made, 'caption', caption);
    const line = element('tr', element('thead', made));
    head.forEach((name, i) => {
      const text = rows.some(cells => cells[i] instanceof Node);
      element('th', line, text ? 'text' : '', name).scope = 'col';
    });
    const body = element('tbody', made);
    rows.forEach(cells => {
      const row = element('tr', body, cells.sum ? 'sum' : '');
      cells.forEach(cell => {
        if (cell instanceof Node) element('td', row, 'text').appendChild(cell);
        else element('td', row, '', cell);
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

  function showReconciliation(main) {
    const reconciliation = result.reconciliation;
    if (!reconciliation) return;
    const card = element('section', main, 'card wide');
    element('h2', card, '', 'Reconciliation with DataNode counters');
    const text = element('p', card, 'caption');
    text.append("Bytes in the trace, compared with the DataNodes' counters. ");
    const within = [reconciliation.writes, reconciliation.reads].every(side => Math.abs(side.unexplainedPercent) <= 1);
    element('span', text, 'verdict ' + (reconciliation.agrees ? 'good' : 'bad'),
      within ? 'They agree within 1%.' : reconciliation.agrees ? 'They agree within the uncertainty of interrupted transfers.'
        : 'They differ by more than 1%.');
    reconciliation.notes.forEach(note => element('p', card, 'caption', note));
    const rows = [];
    const sum = cells => Object.assign(cells, { sum: true });
    const add = (title, side) => {
      rows.push(sum([title + ', by the trace', count(side.traced), '']));
      side.differences.forEach(difference => rows.push([
        difference.name, difference.bytes === 0 ? '' : (difference.bytes > 0 ? '+' : '') + count(difference.bytes),
        document.createTextNode(difference.reason)
      ]));
      rows.push(sum([title + ', expected', count(side.expected), '']));
      rows.push(sum([title + ', counted by DataNodes', count(side.counted),
        document.createTextNode(side.verdict + ', unexplained: ' + digits(side.unexplainedPercent) + '%')]));
    };
    add('written', reconciliation.writes);
    add('read', reconciliation.reads);
    table(element('div', card, 'scroll whole'), ['', 'bytes', 'why'], rows);
  }

  /** Estimates for all files, if the trace has the calls on some of them. */
  function showEstimates(details, name) {
    const numbers = result.estimates === undefined ? [] : result.estimates.numbers.filter(row => row.number.startsWith(name + '/'));
    if (!numbers.length) return;
    table(element('div', details, 'scroll'), ['number', 'for all files', '95% from', 'to'], numbers.map(row => {
      const text = row.share ? digits : row.number.endsWith('/reads') ? value => count(Math.round(value)) : bytes;
      return [row.number.substring(name.length + 1), text(row.value), text(row.low), text(row.high)];
    }), 'Estimates for all files');
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
    const box = element('div', card, 'chart' + (fig.size ? ' ' + fig.size : ''));
    box.setAttribute('role', 'img');
    box.setAttribute('aria-labelledby', caption.id);
    const details = element('details', card);
    element('summary', details, '', 'Data as a table');
    table(element('div', details, 'scroll'), typeof fig.head === 'function' ? fig.head() : fig.head, fig.rows());
    showEstimates(details, fig.id.endsWith('ByType') ? 'byType' : fig.id);
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

  state.charts = figures.filter(fig => !fig.missing).length;
  guarded(showFacts);
  const main = document.getElementById('figures');
  guarded(() => showReconciliation(main));
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
