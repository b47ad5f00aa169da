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
    if (result.layers.disks) {
      rows.push(['disks below the page cache (simulator)', result.layers.disks, 36]);
    }
    return rows.filter(([, io]) => !io.notAvailable);
  };

  const layerLabel = ([, io, paper]) =>
    'R/W ' + (io.read + io.written === 0 ? '–' : ratio(io.readPercent)) + (paper === null ? '' : ', paper ' + ratio(paper));

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
