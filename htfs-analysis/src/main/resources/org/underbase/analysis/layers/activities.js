  figure('activities', 'Reads and writes by activity', {
    option: width => {
      const rows = result.layers.byActivity;
      const most = Math.max(1, ...rows.map(row => Math.max(row.read, row.written)));
      const label = {
        barMaxWidth: 16,
        label: { show: true, position: 'right', color: colour.muted, fontSize: 11, formatter: item => bytes(item.value) }
      };
      return Object.assign(base(), {
        tooltip: Object.assign(base().tooltip, {
          trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: bytes
        }),
        grid: { left: 112, right: 66, top: 34, bottom: 30 },
        xAxis: axis(Object.assign({ type: 'value', axisLabel: { formatter: bytes } }, byteScale(most, narrow(width) ? 2 : 4))),
        yAxis: axis({
          type: 'category', inverse: true, data: rows.map(row => ACTIVITY_NAMES[row.activity]),
          axisLabel: { color: colour.text, hideOverlap: false }, axisTick: { show: false }, splitLine: { show: false }
        }),
        series: [
          bars('read', 'read', colour.read, rows, label), bars('written', 'written', colour.write, rows, label)
        ]
      });
    },
    head: ['activity', 'read', 'written', 'written to local file systems (model)', 'for each byte flushed', 'paper'],
    rows: () => result.layers.byActivity.flatMap(row => {
      const factor = { logging: result.layers.logPerFlush, compaction: result.layers.compactionPerFlush }[row.activity];
      const paper = { logging: '10x', compaction: '17x' }[row.activity];
      // Without threads the parts are not available.
      const all = result.layers.bySubActivity;
      const parts = (Array.isArray(all) ? all : []).filter(part => part.activity === row.activity);
      return [[
        ACTIVITY_NAMES[row.activity], bytes(row.read), bytes(row.written), bytes(row.localWritten),
        factor === undefined ? '' : digits(factor) + 'x', paper || ''
      ]].concat(parts.map(part => ['\u2013 ' + part.subActivity, bytes(part.read), bytes(part.written), '', '', '']));
    })
  });
