  const PAPER_SIZES = [['paper: median', 750 * 1024], ['paper: 90%', 6300 * 1024]];

  /** The kinds of which there are enough files for a distribution; all of them are in the table. */
  function drawnKinds(sizes) {
    const enough = sizes.kinds.filter(kind => kind.files >= Math.max(3, 0.01 * sizes.all.files));
    return enough.length > 0 ? enough : sizes.kinds;
  }

  const SIZES_HEAD = ['kind', 'files', 'bytes', 'mean', '10%', '25%', 'median', '75%', '90%'];

  function sizesRows(sizes) {
    return [['all', sizes.all]].concat(sizes.kinds.map(kind => [kind.kind, kind])).map(([name, kind]) =>
      [name, count(kind.files)].concat(
        ['bytes', 'mean', 'p10', 'p25', 'p50', 'p75', 'p90'].map(key => bytes(kind[key]))));
  }

  figure('fileSizes', 'Sizes of the files created', {
    size: 'medium',
    option: width => {
      const sizes = result.fileSizes;
      const kinds = drawnKinds(sizes);
      const end = ceilPower(Math.max(PAPER_SIZES[1][1], lastValue(sizes.all.cdf)), 4);
      const beside = !narrow(width);
      return Object.assign(base(), {
        legend: Object.assign(base().legend, beside
          ? { orient: 'vertical', left: 'auto', right: 0, top: 10, bottom: 10 } : {}),
        grid: Object.assign(base().grid, beside ? { top: 16, right: 152 } : {}),
        tooltip: Object.assign(base().tooltip, cdfTooltip(bytes)),
        xAxis: bytesAxis('size', axisStart([sizes.all.cdf.filter(([size]) => size > 0)], 4, 1), end),
        yAxis: shareAxis('share of files'),
        series: [line('all', sizes.all.cdf, end, {
          lineStyle: { width: 3.5, color: colour.text }, itemStyle: { color: colour.text }, z: 5,
          markLine: marks(PAPER_SIZES)
        })].concat(kinds.map((kind, i) => line(kind.kind, kind.cdf, end, {
          itemStyle: { color: colour.series[i % colour.series.length] },
          lineStyle: { width: 1.75, type: i < colour.series.length ? 'solid' : 'dashed' }
        })))
      });
    },
    head: SIZES_HEAD,
    rows: () => sizesRows(result.fileSizes)
  });
