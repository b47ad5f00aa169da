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

  const percent = share => digits(100 * share) + ' %';
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
      axisLabel: { formatter: value => Math.round(100 * value) + ' %' }
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
    figures.push(Object.assign({ id, title }, options));
  }

  const layerRows = () => {
    const rows = [
      ['HDFS without overheads', result.layers.core, 99],
      ['HDFS with logging and compaction', result.layers.hdfs, 79],
      ['local file systems, after replication (model)', result.layers.local, 55]
    ];
    if (result.counters) {
      const io = result.counters;
      rows.push(["local file systems, by the DataNodes' counters", {
        read: io.read, written: io.written, readPercent: io.read + io.written === 0 ? 0 : 100 * io.read / (io.read + io.written)
      }, null]);
    }
    return rows;
  };

  const layerLabel = ([, io, paper]) =>
    'R/W ' + (io.read + io.written === 0 ? '–' : ratio(io.readPercent)) + (paper === null ? '' : ', paper ' + ratio(paper));

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

  figure('layers', 'Reads and writes by layer', {
    option: width => {
      const rows = layerRows();
      const room = Math.min(230, Math.round(width * 0.42));
      const most = Math.max(1, ...rows.map(([, io]) => io.read + io.written));
      return Object.assign(base(), {
        tooltip: Object.assign(base().tooltip, {
          trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: bytes
        }),
        grid: { left: room + 10, right: 30, top: 34, bottom: 30 },
        xAxis: axis(Object.assign({ type: 'value', axisLabel: { formatter: bytes } }, byteScale(most, narrow(width) ? 2 : 4))),
        yAxis: axis({
          type: 'category', inverse: true, data: rows.map(row => wrapped(row[0], room / 6.8).map(text => '{name|' + text + '}').join('\n') +
            '\n{ratio|' + layerLabel(row) + '}'),
          axisLabel: {
            hideOverlap: false, align: 'left', margin: room,
            rich: {
              name: { color: colour.text, fontSize: 12, lineHeight: 15 },
              ratio: { color: colour.muted, fontSize: 12, lineHeight: 17 }
            }
          },
          axisTick: { show: false }, splitLine: { show: false }
        }),
        series: [
          bars('read', 'read', colour.read, rows.map(row => row[1]), { stack: 'io', barMaxWidth: 30 }),
          bars('written', 'written', colour.write, rows.map(row => row[1]), { stack: 'io', barMaxWidth: 30 })
        ]
      });
    },
    head: ['layer', 'read', 'written', 'R/W', 'paper'],
    rows: () => layerRows().map(row => [
      row[0], bytes(row[1].read), bytes(row[1].written), ratio(row[1].readPercent), row[2] === null ? '' : ratio(row[2])
    ])
  });

  figure('activities', 'Reads and writes by activity', {
    option: width => {
      const rows = result.layers.byActivity;
      const most = Math.max(1, ...rows.map(row => Math.max(row.read, row.written)));
      const label = {
        barMaxWidth: 16,
        label: { show: true, position: 'right', color: colour.muted, fontSize: 11, formatter: item => bytes(item.value) }
      };
      return Object.assign(base(), {
        tooltip: Object.assign(base().tooltip, {
          trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: bytes
        }),
        grid: { left: 112, right: 66, top: 34, bottom: 30 },
        xAxis: axis(Object.assign({ type: 'value', axisLabel: { formatter: bytes } }, byteScale(most, narrow(width) ? 2 : 4))),
        yAxis: axis({
          type: 'category', inverse: true, data: rows.map(row => ACTIVITY_NAMES[row.activity]),
          axisLabel: { color: colour.text, hideOverlap: false }, axisTick: { show: false }, splitLine: { show: false }
        }),
        series: [
          bars('read', 'read', colour.read, rows, label), bars('written', 'written', colour.write, rows, label)
        ]
      });
    },
    head: ['activity', 'read', 'written', 'written to local file systems (model)', 'for each byte flushed', 'paper'],
    rows: () => result.layers.byActivity.map(row => {
      const factor = { logging: result.layers.logPerFlush, compaction: result.layers.compactionPerFlush }[row.activity];
      const paper = { logging: '10x', compaction: '17x' }[row.activity];
      return [
        ACTIVITY_NAMES[row.activity], bytes(row.read), bytes(row.written), bytes(row.localWritten),
        factor === undefined ? '' : digits(factor) + 'x', paper || ''
      ];
    })
  });

  figure('timeline', 'Bytes over time by activity', {
    wide: true, size: 'tall',
    option: () => {
      const time = result.timeline;
      const start = time.startNanos / 1e6;
      const width = time.widthNanos / 1e6;
      const seconds = time.widthNanos / 1e9;
      const series = (row, key, grid) => ({
        name: ACTIVITY_NAMES[row.activity], type: 'line', step: 'start', stack: key, xAxisIndex: grid, yAxisIndex: grid,
        showSymbol: false, lineStyle: { width: 0.5 }, areaStyle: { opacity: 0.85 },
        itemStyle: { color: activityColour(row.activity) },
        data: row[key].map((moved, i) => [start + i * width, moved / seconds])
      });
      const used = time.byActivity;
      const rate = value => bytes(value) + '/s';
      const xAxis = (grid, labels) => axis({
        type: 'time', gridIndex: grid, min: start, max: start + time.bins * width,
        axisLabel: { show: labels, formatter: clock }, splitLine: { show: false },
        name: labels ? 'time of day, UTC' : '', nameGap: 26
      });
      const highest = key => Math.max(1, ...Array.from({ length: time.bins }, (_, i) =>
        used.reduce((sum, row) => sum + row[key][i], 0) / seconds));
      const yAxis = (grid, name, key) => axis(Object.assign({
        type: 'value', gridIndex: grid, name, nameLocation: 'end', nameGap: 16, axisLabel: { formatter: rate },
        nameTextStyle: { color: colour.text, fontWeight: 'bold', align: 'right', padding: [0, 8, 0, 0] }
      }, byteScale(highest(key), 4)));
      return Object.assign(base(), {
        legend: Object.assign(base().legend, { icon: 'roundRect' }),
        axisPointer: { link: [{ xAxisIndex: 'all' }] },
        tooltip: Object.assign(base().tooltip, {
          trigger: 'axis',
          formatter: items => clock(items[0].axisValue) + ' UTC' + ['read', 'written'].map((title, grid) => {
            const here = items.filter(item => item.axisIndex === grid && item.value[1] > 0);
            return here.length === 0 ? '' : '<br><b>' + title + '</b><br>' +
              here.map(item => item.marker + item.seriesName + ': ' + rate(item.value[1])).join('<br>');
          }).join('')
        }),
        grid: [
          { left: 92, right: 28, top: 56, height: '36%' },
          { left: 92, right: 28, bottom: 46, height: '36%' }
        ],
        xAxis: [xAxis(0, false), xAxis(1, true)],
        yAxis: [yAxis(0, 'read', 'read'), yAxis(1, 'written', 'written')],
        series: used.map(row => series(row, 'read', 0)).concat(used.map(row => series(row, 'written', 1)))
      });
    },
    head: ['from (UTC)'].concat(...result.timeline.byActivity.map(row => [
      ACTIVITY_NAMES[row.activity] + ', read', ACTIVITY_NAMES[row.activity] + ', written'
    ])),
    rows: () => {
      const time = result.timeline;
      return Array.from({ length: time.bins }, (_, i) => [clock((time.startNanos + i * time.widthNanos) / 1e6)].concat(
        ...time.byActivity.map(row => [bytes(row.read[i]), bytes(row.written[i])])));
    }
  });

  const PAPER_SIZES = [['paper: median', 750 * 1024], ['paper: 90 %', 6300 * 1024]];

  /** The kinds of which there are enough files for a distribution; all of them are in the table. */
  function drawnKinds(sizes) {
    const enough = sizes.kinds.filter(kind => kind.files >= Math.max(3, 0.01 * sizes.all.files));
    return enough.length > 0 ? enough : sizes.kinds;
  }

  figure('fileSizes', 'Sizes of the files created', {
    size: 'medium',
    option: width => {
      const sizes = result.fileSizes;
      const kinds = drawnKinds(sizes);
      const end = ceilPower(Math.max(PAPER_SIZES[1][1], lastValue(sizes.all.cdf)), 4);
      const beside = !narrow(width);
      return Object.assign(base(), {
        legend: Object.assign(base().legend, beside
          ? { orient: 'vertical', left: 'auto', right: 0, top: 10, bottom: 10 } : {}),
        grid: Object.assign(base().grid, beside ? { top: 16, right: 152 } : {}),
        tooltip: Object.assign(base().tooltip, cdfTooltip(bytes)),
        xAxis: bytesAxis('size', axisStart([sizes.all.cdf.filter(([size]) => size > 0)], 4, 1), end),
        yAxis: shareAxis('share of files'),
        series: [line('all', sizes.all.cdf, end, {
          lineStyle: { width: 3.5, color: colour.text }, itemStyle: { color: colour.text }, z: 5,
          markLine: marks(PAPER_SIZES)
        })].concat(kinds.map((kind, i) => line(kind.kind, kind.cdf, end, {
          itemStyle: { color: colour.series[i % colour.series.length] },
          lineStyle: { width: 1.75, type: i < colour.series.length ? 'solid' : 'dashed' }
        })))
      });
    },
    head: ['kind', 'files', 'bytes', 'mean', '10 %', 'median', '90 %'],
    rows: () => [['all', result.fileSizes.all]].concat(result.fileSizes.kinds.map(kind => [kind.kind, kind])).map(
      ([name, kind]) => [
        name, count(kind.files), bytes(kind.bytes), bytes(kind.mean), bytes(kind.p10), bytes(kind.p50), bytes(kind.p90)
      ])
  });

  const CLASS_NAMES = { small: 'small, < 16 MiB', medium: 'medium, 16–64 MiB', large: 'large, ≥ 64 MiB' };

  figure('lifetimes', 'Lifetimes of the files created', {
    size: 'medium',
    option: () => {
      const classes = result.lifetimes.classes;
      const end = result.lifetimes.windowNanos;
      return Object.assign(base(), {
        tooltip: Object.assign(base().tooltip, cdfTooltip(nanos)),
        xAxis: Object.assign(nanosAxis('lifetime', axisStart(classes.map(list => list.cdf), 10, 1e6)), { max: Math.max(end, 1e9) }),
        yAxis: shareAxis('share of the files created'),
        series: classes.map((list, i) => line(
          CLASS_NAMES[list.class] + (list.created === 0 ? ': none' : list.cdf.length === 0 ? ': none ended' : ''),
          list.cdf, end, {
            itemStyle: { color: colour.series[i] },
            markLine: i === 0 ? marks([['one minute', 60e9]]) : undefined
          }))
      });
    },
    head: ['class', 'created', 'deleted', 'archived', 'overwritten', 'alive at the end'],
    rows: () => result.lifetimes.classes.map(list => [
      CLASS_NAMES[list.class], count(list.created), count(list.deleted), count(list.archived), count(list.overwritten),
      count(list.alive)
    ])
  });

  figure('readRuns', 'Lengths of sequential runs of reads', {
    size: 'medium',
    option: () => {
      const runs = result.readRuns;
      const lists = [runs.all].concat(runs.byActivity).filter(list => list.runs > 0);
      const end = Math.max(1, ...lists.map(list => lastValue(list.cdfByRuns)));
      return Object.assign(base(), {
        tooltip: Object.assign(base().tooltip, cdfTooltip(bytes)),
        xAxis: bytesAxis('length of a run', axisStart(lists.map(list => list.cdfByRuns), 4, 1), end),
        yAxis: shareAxis('share'),
        series: [
          line('all runs', runs.all.cdfByRuns, end, {
            lineStyle: { width: 3.5, color: colour.text }, itemStyle: { color: colour.text },
            markLine: marks([['paper: median', 130 * 1024], ['paper: 80 %', 250 * 1024]])
          }),
          line('all, weighted by bytes', runs.all.cdfByBytes, end, {
            lineStyle: { width: 2, type: 'dashed', color: colour.text }, itemStyle: { color: colour.text }
          })
        ].concat(runs.byActivity.map(list => line(ACTIVITY_NAMES[list.activity], list.cdfByRuns, end, {
          itemStyle: { color: activityColour(list.activity) }
        })))
      });
    },
    head: ['activity', 'runs', 'bytes', 'median', '80 %'],
    rows: () => [['all', result.readRuns.all]].concat(
      result.readRuns.byActivity.map(list => [ACTIVITY_NAMES[list.activity], list])
    ).map(([name, list]) => [name, count(list.runs), bytes(list.bytes), bytes(list.p50), bytes(list.p80)])
  });

  const MOST_CALLS = 18;
  const latencyRows = () => result.latencies.slice().sort((a, b) => b.count - a.count);

  figure('latencies', 'Latencies by call', {
    size: 'medium',
    option: width => {
      const rows = latencyRows().slice(0, MOST_CALLS);
      const points = (name, key, symbol, shade) => ({
        name, type: 'scatter', symbol, symbolSize: 10, itemStyle: { color: shade },
        data: rows.map((row, i) => [Math.max(1, row[key]), i])
      });
      const least = rows.length ? floorPower(rows.map(row => row.p50Nanos), 10) : 1;
      return Object.assign(base(), {
        tooltip: Object.assign(base().tooltip, {
          trigger: 'item',
          formatter: item => {
            const row = rows[item.value[1]];
            return '<b>' + row.call + '</b>, ' + count(row.count) + ' calls<br>median ' + nanos(row.p50Nanos) +
              '<br>90 % ' + nanos(row.p90Nanos) + '<br>99 % ' + nanos(row.p99Nanos) + '<br>longest ' + nanos(row.maxNanos);
          }
        }),
        grid: { left: 16, right: 28, top: 36, bottom: 30, containLabel: true },
        xAxis: Object.assign(nanosAxis('from call to return', least), { splitLine: { show: true, lineStyle: { color: colour.line } } }),
        yAxis: axis({
          type: 'category', inverse: true, data: rows.map(row => row.call + (narrow(width) ? '' : ' (' + count(row.count) + ')')),
          axisLabel: { color: colour.text, hideOverlap: false, interval: 0 }, splitLine: { show: true, lineStyle: { color: colour.line } }
        }),
        series: [
          {
            name: 'range', type: 'custom', silent: true, tooltip: { show: false }, z: 1,
            renderItem: (params, api) => {
              const from = api.coord([api.value(0), api.value(2)]);
              const to = api.coord([api.value(1), api.value(2)]);
              return {
                type: 'line', shape: { x1: from[0], y1: from[1], x2: to[0], y2: to[1] },
                style: { stroke: colour.mark, lineWidth: 2, opacity: 0.6 }
              };
            },
            encode: { x: [0, 1], y: 2 },
            data: rows.map((row, i) => [Math.max(1, row.p50Nanos), Math.max(1, row.maxNanos), i])
          },
          points('median', 'p50Nanos', 'circle', colour.series[0]),
          points('90 %', 'p90Nanos', 'triangle', colour.series[2]),
          points('99 %', 'p99Nanos', 'rect', colour.series[1]),
          points('longest', 'maxNanos', 'diamond', colour.series[4])
        ],
        legend: Object.assign(base().legend, { data: ['median', '90 %', '99 %', 'longest'] })
      });
    },
    head: ['call', 'calls', 'failed', 'median', '90 %', '99 %', 'longest'],
    rows: () => latencyRows().map(row => [
      row.call, count(row.count), count(row.failed), nanos(row.p50Nanos), nanos(row.p90Nanos), nanos(row.p99Nanos),
      nanos(row.maxNanos)
    ])
  });

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

  function showTruth(main) {
    const truth = result.truth;
    if (!truth) return;
    const card = element('section', main, 'card wide');
    element('h2', card, '', 'Is the trace the truth?');
    const text = element('p', card, 'caption');
    text.append("Bytes by the trace, and what the DataNodes' own counters say. ");
    const within = [truth.writes, truth.reads].every(side => Math.abs(side.unexplainedPercent) <= 1);
    element('span', text, 'verdict ' + (truth.agrees ? 'good' : 'bad'),
      within ? 'They agree within 1 %.' : truth.agrees ? 'They agree within what depends on sockets.'
        : 'They differ by more than 1 %.');
    truth.notes.forEach(note => element('p', card, 'caption', note));
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
        document.createTextNode(side.verdict + ', unexplained: ' + digits(side.unexplainedPercent) + ' %')]));
    };
    add('written', truth.writes);
    add('read', truth.reads);
    table(element('div', card, 'scroll whole'), ['', 'bytes', 'why'], rows);
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
    const box = element('div', card, 'chart' + (fig.size ? ' ' + fig.size : ''));
    box.setAttribute('role', 'img');
    box.setAttribute('aria-labelledby', caption.id);
    const details = element('details', card);
    element('summary', details, '', 'Data as a table');
    table(element('div', details, 'scroll'), fig.head, fig.rows());
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

  state.charts = figures.length;
  guarded(showFacts);
  const main = document.getElementById('figures');
  guarded(() => showTruth(main));
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
