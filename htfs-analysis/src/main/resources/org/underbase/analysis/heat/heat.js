  figure('heat', 'Data by the number of its reads', {
    size: 'medium',
    option: () => {
      const heat = result.heat;
      const shares = (key, total) => heat.all.map(row => (total === 0 ? 0 : row[key] / total));
      const label = {
        barMaxWidth: 22,
        label: { show: true, position: 'top', color: colour.muted, fontSize: 11, formatter: item => (item.value === 0 ? '' : percent(item.value)) }
      };
      return Object.assign(base(), {
        tooltip: Object.assign(base().tooltip, { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: percent }),
        xAxis: axis({ type: 'category', name: 'reads', nameGap: 26, data: heat.all.map(row => row.reads), splitLine: { show: false } }),
        yAxis: shareAxis('share'),
        series: [
          Object.assign({ name: 'data', type: 'bar', itemStyle: { color: colour.series[0] }, data: shares('bytes', heat.bytes) }, label),
          Object.assign({ name: 'bytes read', type: 'bar', itemStyle: { color: colour.series[1] }, data: shares('readBytes', heat.readBytes) }, label)
        ]
      });
    },
    head: ['reads', 'data', 'bytes read', 'data, foreground reads only', 'bytes read, foreground reads only'],
    rows: () => {
      const core = result.heat.core;
      const part = (i, key) => (core.notAvailable ? 'not available' : bytes(core[i][key]));
      return result.heat.all.map((row, i) => [
        row.reads, bytes(row.bytes), bytes(row.readBytes), part(i, 'bytes'), part(i, 'readBytes')
      ]);
    }
  });
