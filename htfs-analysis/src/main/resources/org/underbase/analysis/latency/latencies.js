  const measured = row => row.count > row.failed + row.inSeries;

  figure('latencies', 'Latencies by call', {
    size: 'medium',
    option: width => {
      const rows = callRows().filter(measured).slice(0, MOST_CALLS);
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
          points('90%', 'p90Nanos', 'triangle', colour.series[2]),
          points('99%', 'p99Nanos', 'rect', colour.series[1]),
          points('longest', 'maxNanos', 'diamond', colour.series[4])
        ],
        legend: Object.assign(base().legend, { data: ['median', '90%', '99%', 'longest'] })
      });
    },
    head: ['call', 'calls', 'failed', 'median', '90%', '99%', 'longest', 'failed: median', 'failed: longest'],
    rows: () => callRows().flatMap(row => [row].concat(row.byActivity).map(of => [
      of.call || '\u2013 ' + ACTIVITY_NAMES[of.activity], count(of.count), count(of.failed)
    ].concat(
      ['p50Nanos', 'p90Nanos', 'p99Nanos', 'maxNanos'].map(key => measured(of) ? nanos(of[key]) : ''),
      ['p50Nanos', 'maxNanos'].map(key => of.failures ? nanos(of.failures[key]) : '')
    )))
  });
