  const DISTANCE_NAMES = ['overlap', 'within 1 KiB', 'within 64 KiB', 'within 1 MiB'];
  const pointTime = point => (point.withinNanos === undefined ? 'ever' : nanos(point.withinNanos));

  figure('locality', 'Locality of reads', {
    size: 'medium',
    option: () => {
      const map = result.locality.all;
      const share = point => (map.reads === 0 ? 0 : point.hits / map.reads);
      const warm = point => (point.warmReads === 0 ? '' : '<br>' + percent(point.warmHits / point.warmReads) +
        ' of the ' + count(point.warmReads) + ' reads that have as long a past in the trace');
      return Object.assign(base(), {
        tooltip: Object.assign(base().tooltip, {
          trigger: 'item',
          formatter: item => {
            const point = map.lines[item.seriesIndex].points[item.dataIndex];
            return item.seriesName + ', ' + pointTime(point) + '<br>' + percent(share(point)) + ' of all reads' + warm(point);
          }
        }),
        xAxis: axis({
          type: 'category', name: 'time since the earlier read', nameGap: 26, boundaryGap: false,
          data: map.lines[0].points.map(pointTime), splitLine: { show: false }
        }),
        yAxis: shareAxis('share of reads'),
        series: map.lines.map((each, i) => ({
          name: DISTANCE_NAMES[i], type: 'line', symbol: 'circle', symbolSize: 5, data: each.points.map(share),
          itemStyle: { color: colour.series[i] }, lineStyle: { width: 2 }
        }))
      });
    },
    head: ['within'].concat(DISTANCE_NAMES, ['bytes read before', 'overlap, reads with as long a past']),
    rows: () => {
      const map = result.locality.all;
      const part = (value, of) => (of === 0 ? '' : percent(value / of));
      return map.lines[0].points.map((point, i) => [pointTime(point)].concat(
        map.lines.map(each => part(each.points[i].hits, map.reads)),
        [part(map.coveredBytes[i], map.bytes), part(point.warmHits, point.warmReads)]));
    }
  });
