  // ---------------------------------------------------------------- cells
  /** A number with about three digits. */
  function number(value) {
    if (value === null) return '-';
    const size = Math.abs(value);
    if (size !== 0 && size < 0.1) return String(Number(value.toPrecision(2)));
    if (size >= 100) return Math.round(value).toLocaleString('en-US');
    return value.toFixed(size >= 10 ? 1 : 2);
  }

  const hasSpread = tab => tab.low.length > 0;

  function cellText(tab, i, j) {
    const value = tab.rows[i][j];
    if (typeof value === 'string') return value;
    if (j < tab.keys && Number.isInteger(value)) return String(value);
    const low = hasSpread(tab) ? tab.low[i][j] : value;
    const high = hasSpread(tab) ? tab.high[i][j] : value;
    return j < tab.keys || low === high ? number(value) : number(value) + ' (' + number(low) + ' to ' + number(high) + ')';
  }

  const rowTexts = tab => tab.rows.map((row, i) => row.map((cell, j) => cellText(tab, i, j)));
  const wordColumns = tab => tab.columns.map((name, j) => tab.rows.some(row => typeof row[j] === 'string'));
  const keyText = (tab, row) => row.slice(0, tab.keys).map(key => typeof key === 'string' ? key : String(key)).join(' + ');

  // ---------------------------------------------------------------- charts
  const numberAxis = (name, more) => axis(Object.assign({
    type: 'value', name, nameGap: 26, splitNumber: 5, axisLabel: { formatter: value => value.toLocaleString('en-US') }
  }, more));

  const valueAxis = unit => numberAxis(unit, { nameGap: 50, splitNumber: 4 });

  /** An axis of names, each in as many lines as its part of the width needs. */
  const categoryAxis = (name, data, width) => axis({
    type: 'category', name, nameGap: 44, data, splitLine: { show: false },
    axisLabel: {
      interval: 0, hideOverlap: false, overflow: 'break', fontSize: 11, width: Math.max(36, (width - 80) / data.length - 2)
    }
  });

  /** Vertical bars with ends from [x, low, high]; offset is the distance from x in pixels, for a width of a category. */
  function errorBars(name, shade, points, offset) {
    return {
      name, type: 'custom', data: points, silent: true, z: 10, itemStyle: { color: shade }, encode: { x: 0, y: [1, 2] },
      renderItem: (params, api) => {
        const shift = offset ? offset(api.size([1, 0])[0]) : 0;
        const [x, bottom] = api.coord([api.value(0), api.value(1)]);
        const top = api.coord([api.value(0), api.value(2)])[1];
        const at = x + shift;
        const stroke = (x1, y1, x2, y2) => ({
          type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke: colour.text, lineWidth: 1 }
        });
        return {
          type: 'group',
          children: [stroke(at, bottom, at, top), stroke(at - 4, bottom, at + 4, bottom), stroke(at - 4, top, at + 4, top)]
        };
      }
    };
  }

  /** Error bars of a column over the positions of the rows. */
  function columnErrors(tab, j, shade, x, offset) {
    const points = tab.rows.map((row, i) => [x(row, i), tab.low[i][j], tab.high[i][j]]);
    return errorBars(tab.columns[j], shade, points.filter(([, low, high]) => low !== null && high !== null && low !== high), offset);
  }

  const shadeOf = i => colour.series[i % colour.series.length];

  function chartColumns(tab) {
    const columns = [];
    for (let j = tab.chart.from; j < tab.chart.to; j++) columns.push(j);
    return columns;
  }

  function framed(more) {
    const tooltip = Object.assign(base().tooltip, { trigger: 'item' }, more.tooltip);
    return Object.assign(base(), { grid: { left: 44, right: 28, top: 40, bottom: 34, containLabel: true } }, more, { tooltip });
  }

  const tip = (title, lines) => ({ formatter: item => [title(item)].concat(lines(item)).map(escaped).join('<br>') });

  const escaped = text => String(text).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');

  const charts = {
    lines: tab => framed({
      tooltip: tip(item => item.seriesName, item => [tab.columns[0] + ': ' + number(item.value[0]), number(item.value[1])]),
      xAxis: numberAxis(tab.columns[0], { scale: true }),
      yAxis: valueAxis(tab.chart.unit),
      series: chartColumns(tab).flatMap((j, i) => [{
        name: tab.columns[j], type: 'line', symbol: 'circle', symbolSize: 6, itemStyle: { color: shadeOf(i) },
        lineStyle: { color: shadeOf(i), width: 2 }, data: tab.rows.map(row => [row[0], row[j]])
      }].concat(hasSpread(tab) ? [columnErrors(tab, j, shadeOf(i), row => row[0])] : []))
    }),

    bars: (tab, width) => {
      const columns = chartColumns(tab);
      const room = 0.7;
      return framed({
        tooltip: tip(item => item.seriesName, item => [item.name, number(item.value)]),
        xAxis: categoryAxis(tab.columns.slice(0, tab.keys).join(' + '), tab.rows.map(row => keyText(tab, row)), width),
        yAxis: valueAxis(tab.chart.unit),
        series: columns.flatMap((j, i) => [{
          name: tab.columns[j], type: 'bar', barGap: '0%', barCategoryGap: '30%', itemStyle: { color: shadeOf(i) },
          data: tab.rows.map(row => row[j])
        }].concat(hasSpread(tab) ? [columnErrors(tab, j, shadeOf(i), (row, at) => at,
          category => (i - (columns.length - 1) / 2) * category * room / columns.length)] : []))
      });
    },

    rows: (tab, width) => framed({
      tooltip: tip(item => item.seriesName, item => [item.name, number(item.value)]),
      xAxis: categoryAxis('', tab.columns.slice(tab.chart.from, tab.chart.to), width),
      yAxis: valueAxis(tab.chart.unit),
      series: tab.rows.flatMap((row, i) => {
        const name = tab.columns.slice(0, tab.keys).join(' + ') + ': ' + keyText(tab, row);
        const points = hasSpread(tab)
          ? chartColumns(tab).map((j, at) => [at, tab.low[i][j], tab.high[i][j]]).filter(([, low, high]) => low !== high) : [];
        return [{
          name, type: 'line', symbol: 'circle', symbolSize: 6, itemStyle: { color: shadeOf(i) },
          lineStyle: { color: shadeOf(i), width: 2 }, data: chartColumns(tab).map(j => row[j])
        }].concat(points.length ? [errorBars(name, shadeOf(i), points)] : []);
      })
    }),

    points: tab => {
      const chart = tab.chart;
      const group = row => (chart.group < 0 ? tab.columns[chart.to] : tab.columns[chart.group] + ': ' + row[chart.group]);
      const ends = (row, i) => hasSpread(tab) ? [tab.low[i][chart.to], tab.high[i][chart.to]]
        : chart.error >= 0 && row[chart.error] !== null
          ? [row[chart.to] - row[chart.error], row[chart.to] + row[chart.error]] : [row[chart.to], row[chart.to]];
      const groups = [...new Set(tab.rows.map(group))];
      return framed({
        tooltip: tip(item => item.value[2], item => [
          tab.columns[chart.from] + ': ' + number(item.value[0]), tab.columns[chart.to] + ': ' + number(item.value[1])]),
        xAxis: numberAxis(tab.columns[chart.from], { scale: true }),
        yAxis: valueAxis(chart.unit),
        series: groups.flatMap((name, g) => {
          const members = tab.rows.map((row, i) => [row, i]).filter(([row]) => group(row) === name);
          const bars = members.map(([row, i]) => [row[chart.from], ...ends(row, i)]).filter(([, low, high]) => low < high);
          return [{
            name, type: 'scatter', symbolSize: 9, itemStyle: { color: shadeOf(g) },
            data: members.map(([row]) => [row[chart.from], row[chart.to], keyText(tab, row)])
          }, errorBars(name, shadeOf(g), bars)];
        })
      });
    }
  };

  // ---------------------------------------------------------------- sections
  page.tables.forEach(tab => figure(tab.id, tab.title, {
    wide: !tab.chart || tab.chart.kind === 'rows' || tab.chart.kind === 'points',
    size: tab.chart && tab.chart.kind === 'points' ? 'medium' : '',
    where: tab.where,
    option: tab.chart && (width => charts[tab.chart.kind](tab, width)),
    head: tab.columns,
    rows: () => rowTexts(tab),
    words: wordColumns(tab)
  }));

  /** Adds the comparisons of a figure with the paper to its section. */
  detailsOf.push((details, fig) => {
    const names = fig.where ? fig.where.split(', ') : [];
    page.tables.filter(tab => !tab.where && tab.columns[0] === 'where').forEach(tab => {
      const rows = rowTexts(tab).filter(cells => names.some(name => cells[0] === name || cells[0].startsWith(name + ',')));
      if (rows.length) {
        table(element('div', details.parentNode, 'scroll whole'), tab.columns, rows, 'Compared with the paper', wordColumns(tab));
      }
    });
  });
