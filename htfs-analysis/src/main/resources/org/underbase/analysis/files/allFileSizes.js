  const BOX = ['p10', 'p25', 'p50', 'p75', 'p90'];

  figure('allFileSizes', 'Sizes of all files', {
    size: 'medium',
    option: width => {
      const seen = result.fileSizes.seen;
      const rows = [Object.assign({ kind: 'all' }, seen.all)].concat(seen.kinds).filter(row => row.files > 0);
      const shown = value => Math.max(1, value);
      const values = rows.flatMap(row => [row.p10, row.p90, row.mean]).map(shown);
      return Object.assign(base(), {
        legend: Object.assign(base().legend, { data: ['10% to 90%', 'mean'] }),
        tooltip: Object.assign(base().tooltip, {
          trigger: 'item',
          formatter: item => {
            const row = rows[item.dataIndex];
            return '<b>' + row.kind + '</b>, ' + count(row.files) + ' files<br>mean ' + bytes(row.mean) +
              BOX.map(key => '<br>' + key.substring(1) + '% ' + bytes(row[key])).join('');
          }
        }),
        grid: { left: 16, right: 28, top: 36, bottom: 30, containLabel: true },
        xAxis: bytesAxis('size', values.length ? floorPower(values, 4) : 1, Math.max(4, ...values)),
        yAxis: axis({
          type: 'category', inverse: true, data: rows.map(row => row.kind + (narrow(width) ? '' : ' (' + count(row.files) + ')')),
          axisLabel: { color: colour.text, hideOverlap: false, interval: 0 }, splitLine: { show: true, lineStyle: { color: colour.line } }
        }),
        series: [
          {
            name: '10% to 90%', type: 'boxplot', boxWidth: [4, 16],
            itemStyle: { color: colour.card, borderColor: colour.series[0], borderWidth: 2 },
            data: rows.map(row => BOX.map(key => shown(row[key])))
          },
          {
            name: 'mean', type: 'scatter', symbol: 'diamond', symbolSize: 10, itemStyle: { color: colour.series[1] },
            data: rows.map((row, i) => [shown(row.mean), i])
          }
        ]
      });
    },
    head: SIZES_HEAD,
    rows: () => sizesRows(result.fileSizes.seen)
  });
