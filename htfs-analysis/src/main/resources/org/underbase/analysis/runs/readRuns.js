  figure('readRuns', 'Lengths of sequential runs of reads', {
    size: 'medium',
    option: () => {
      const runs = result.readRuns;
      const lists = [runs.all].concat(runs.byActivity).filter(list => list.runs > 0);
      const end = Math.max(1, ...lists.map(list => lastValue(list.cdfByRuns)));
      return Object.assign(base(), {
        tooltip: Object.assign(base().tooltip, cdfTooltip(bytes)),
        xAxis: bytesAxis('length of a run', axisStart(lists.map(list => list.cdfByBytes).concat([runs.all.cdfByRuns]), 4, 1), end),
        yAxis: shareAxis('share'),
        series: [
          line('all, by bytes read', runs.all.cdfByBytes, end, {
            lineStyle: { width: 3.5, color: colour.text }, itemStyle: { color: colour.text },
            markLine: marks([['paper: median', 130 * 1024], ['paper: 80%', 250 * 1024]])
          }),
          line('all, by number of runs', runs.all.cdfByRuns, end, {
            lineStyle: { width: 2, type: 'dashed', color: colour.text }, itemStyle: { color: colour.text }
          })
        ].concat(runs.byActivity.map(list => line(ACTIVITY_NAMES[list.activity], list.cdfByBytes, end, {
          itemStyle: { color: activityColour(list.activity) }
        })))
      });
    },
    head: ['activity', 'runs', 'bytes', 'median by bytes', '80% by bytes', 'median by number', '80% by number'],
    rows: () => [['all', result.readRuns.all]].concat(
      result.readRuns.byActivity.map(list => [ACTIVITY_NAMES[list.activity], list])
    ).map(([name, list]) => [name, count(list.runs), bytes(list.bytes), bytes(list.p50), bytes(list.p80),
      bytes(list.p50ByRuns), bytes(list.p80ByRuns)])
  });
