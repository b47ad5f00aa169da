  const CLASS_NAMES = { small: 'small, < 16 MiB', medium: 'medium, 16–64 MiB', large: 'large, ≥ 64 MiB',
    unknown: 'unknown size' };

  figure('lifetimes', 'Lifetimes of the files created', {
    size: 'medium',
    option: () => {
      const classes = result.lifetimes.classes;
      const end = result.lifetimes.windowNanos;
      return Object.assign(base(), {
        tooltip: Object.assign(base().tooltip, cdfTooltip(nanos)),
        xAxis: Object.assign(nanosAxis('lifetime', axisStart(classes.map(list => list.cdf), 10, 1e6)), { max: Math.max(end, 1e9) }),
        yAxis: shareAxis('share of the files created'),
        series: classes.filter(list => list.cdf.length > 0 && list.alive > 0).map(list => line(
          CLASS_NAMES[list.class] + ', estimate for all', list.estimate, end, {
            itemStyle: { color: colour.series[classes.indexOf(list)] }, lineStyle: { width: 1.5, type: 'dashed' }
          })).concat(classes.filter(list => list.archived > 0 && list.onDisk.length > 0).map(list => line(
          CLASS_NAMES[list.class] + ', on disk', list.onDisk, end, {
            itemStyle: { color: colour.series[classes.indexOf(list)] }, lineStyle: { width: 1.5, type: 'dotted' }
          }))).concat(classes.map((list, i) => line(
          CLASS_NAMES[list.class] + (list.created === 0 ? ': none' : list.cdf.length === 0 ? ': none ended' : ''),
          list.cdf, end, {
            itemStyle: { color: colour.series[i] },
            markLine: i === 0 ? marks([['one minute', 60e9]]) : undefined
          })))
      });
    },
    head: ['class', 'created', 'deleted', 'archived', 'overwritten', 'alive at the end', 'deleted from disk'],
    rows: () => result.lifetimes.classes.map(list => [
      CLASS_NAMES[list.class], count(list.created), count(list.deleted), count(list.archived), count(list.overwritten),
      count(list.alive), count(list.deletedFromDisk)
    ])
  });
