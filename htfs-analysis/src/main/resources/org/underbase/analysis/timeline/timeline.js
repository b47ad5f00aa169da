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
    head: () => ['from (UTC)'].concat(...result.timeline.byActivity.map(row => [
      ACTIVITY_NAMES[row.activity] + ', read', ACTIVITY_NAMES[row.activity] + ', written'
    ])),
    rows: () => {
      const time = result.timeline;
      return Array.from({ length: time.bins }, (_, i) => [clock((time.startNanos + i * time.widthNanos) / 1e6)].concat(
        ...time.byActivity.map(row => [bytes(row.read[i]), bytes(row.written[i])])));
    }
  });
