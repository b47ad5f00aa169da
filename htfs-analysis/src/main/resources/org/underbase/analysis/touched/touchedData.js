  const TOUCHED_PARTS = [['read only', 'readOnly'], ['read and written', 'readAndWritten'], ['written only', 'writtenOnly']];

  const touchedRows = () => {
    const data = result.touchedData;
    const rows = [['core I/O', data.core], ['all I/O', data.hdfs], ['local disks (model)', data.local]];
    return rows.filter(([, bar]) => !bar.notAvailable).map(([name, bar]) =>
      Object.assign({ name, untouched: bar === data.local && data.untouched > 0 ? data.untouched : 0 }, bar));
  };

  figure('touchedData', 'Data that was accessed, by layer', {
    size: 'medium',
    option: width => {
      const rows = touchedRows();
      const parts = TOUCHED_PARTS.concat(result.touchedData.untouched > 0 ? [['untouched', 'untouched']] : []);
      const most = Math.max(1, ...rows.map(row => parts.reduce((sum, part) => sum + row[part[1]], 0)));
      const shades = [colour.read, colour.compaction, colour.write, colour.other];
      return Object.assign(base(), {
        tooltip: Object.assign(base().tooltip, { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: bytes }),
        grid: { left: 130, right: 30, top: 34, bottom: 30 },
        xAxis: axis(Object.assign({ type: 'value', axisLabel: { formatter: bytes } }, byteScale(most, narrow(width) ? 2 : 4))),
        yAxis: axis({
          type: 'category', inverse: true, data: rows.map(row => row.name),
          axisLabel: { color: colour.text, hideOverlap: false }, axisTick: { show: false }, splitLine: { show: false }
        }),
        series: parts.map(([name, key], i) => bars(name, key, shades[i], rows, { stack: 'data', barMaxWidth: 30 }))
      });
    },
    head: ['layer', 'read only', 'read and written', 'written only', 'untouched'],
    rows: () => touchedRows().map(row => [
      row.name, bytes(row.readOnly), bytes(row.readAndWritten), bytes(row.writtenOnly), row.untouched > 0 ? bytes(row.untouched) : ''
    ])
  });
