  const laws = () => [['blocks of 64 KiB', result.workloadFit.readsByBlock], ['regions', result.workloadFit.readsByRegion]]
    .filter(([, law]) => law !== undefined);

  figure('workloadFit', 'Reads by rank, and the fitted workload', {
    size: 'medium',
    option: () => {
      const logarithmic = name => axis({ type: 'log', name, nameGap: 30, axisLabel: { formatter: count }, splitLine: { show: false } });
      return Object.assign(base(), {
        tooltip: Object.assign(base().tooltip, {
          trigger: 'item', formatter: item => item.seriesName + '<br>rank ' + count(item.value[0]) + ': ' + count(item.value[1]) + ' reads'
        }),
        xAxis: logarithmic('rank'),
        yAxis: logarithmic('reads'),
        series: laws().map(([name, law]) => ({
          name: name + ', exponent ' + digits(law.exponent), type: 'line', symbolSize: 6, data: law.points
        }))
      });
    },
    head: ['option of workload messages', 'value', 'from', 'residual'],
    rows: () => {
      const text = value => document.createTextNode(value);
      const rows = result.workloadFit.messages.map(row => [row.option, row.value, text(row.basis), text(row.residual)]);
      return rows.length ? rows : [['none', '', text(''), text('')]];
    }
  });
