  const MOST_CALLS = 18;
  const callRows = () => result.latencies.slice().sort((a, b) => b.count - a.count);
  const callsOf = (row, activity) => (row.byActivity.find(of => of.activity === activity) || { count: 0 }).count;

  figure('calls', 'Calls by activity', {
    size: 'medium',
    option: width => {
      const rows = callRows().slice(0, MOST_CALLS);
      return Object.assign(base(), {
        tooltip: Object.assign(base().tooltip, { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: count }),
        grid: { left: 16, right: 28, top: 36, bottom: 30, containLabel: true },
        xAxis: axis({ type: 'value', minInterval: 1, splitNumber: narrow(width) ? 2 : 4, axisLabel: { formatter: count } }),
        yAxis: axis({
          type: 'category', inverse: true, data: rows.map(row => row.call),
          axisLabel: { color: colour.text, hideOverlap: false, interval: 0 }, axisTick: { show: false }, splitLine: { show: false }
        }),
        series: Object.keys(ACTIVITY_NAMES).map(activity => ({
          name: ACTIVITY_NAMES[activity], type: 'bar', stack: 'calls', barMaxWidth: 16,
          itemStyle: { color: activityColour(activity) }, data: rows.map(row => callsOf(row, activity))
        }))
      });
    },
    head: () => ['call', 'calls', 'failed'].concat(Object.values(ACTIVITY_NAMES)),
    rows: () => callRows().map(row => [row.call, count(row.count), count(row.failed)].concat(
      Object.keys(ACTIVITY_NAMES).map(activity => count(callsOf(row, activity)))
    ))
  });
