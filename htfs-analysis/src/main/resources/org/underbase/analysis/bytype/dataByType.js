  const TYPE_ROOM = 140;

  /** Horizontal bars, one row per type of file, with parts one after the other. */
  function typeBars(width, series, suffix) {
    const rows = result.byType.types;
    const most = Math.max(1, ...rows.map(row => series.reduce((sum, each) => sum + row[each[1]], 0)));
    return Object.assign(base(), {
      tooltip: Object.assign(base().tooltip, { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: bytes }),
      grid: { left: TYPE_ROOM + 10, right: 30, top: 34, bottom: 30 },
      xAxis: axis(Object.assign({ type: 'value', axisLabel: { formatter: bytes } }, byteScale(most, narrow(width) ? 2 : 4))),
      yAxis: axis({
        type: 'category', inverse: true, data: rows.map(row => row.type + suffix(row)),
        axisLabel: { color: colour.text, hideOverlap: false, interval: 0, width: TYPE_ROOM, overflow: 'truncate' },
        axisTick: { show: false }, splitLine: { show: false }
      }),
      series: series.map(([name, key, shade]) => bars(name, key, shade, rows, { stack: 'type', barMaxWidth: 24 }))
    });
  }

  figure('dataByType', 'Data accessed, by type of file', {
    size: 'medium',
    option: width => typeBars(width, [
      ['read only', 'readOnlyData', colour.read], ['read and written', 'readAndWrittenData', colour.compaction],
      ['written only', 'writtenOnlyData', colour.write]
    ], () => ''),
    head: ['type', 'read only', 'read and written', 'written only', 'exists at the end'],
    rows: () => [Object.assign({ type: 'all' }, result.byType.all)].concat(result.byType.types).map(row => [
      row.type, bytes(row.readOnlyData), bytes(row.readAndWrittenData), bytes(row.writtenOnlyData), bytes(row.liveData)
    ])
  });
