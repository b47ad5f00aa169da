  const result = page.result;
  const ratio = readPercent => Math.round(readPercent) + '/' + (100 - Math.round(readPercent));
  const clock = ms => new Date(ms).toISOString().substring(11, 19);
  const activityColour = name => (name === 'read' ? colour.read : colour[name]);
  const ACTIVITY_NAMES = {
    logging: 'logging', flush: 'flush', read: 'foreground read', compaction: 'compaction', other: 'other'
  };

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

  firstSections.push(showReconciliation);
  detailsOf.push((details, fig) => showEstimates(details, fig.id.endsWith('ByType') ? 'byType' : fig.id));
