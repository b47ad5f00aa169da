  const amplificationRows = () => [Object.assign({ label: 'all, with logs', short: 'all, with logs' }, result.writeAmplification.all)].concat(
    result.writeAmplification.byRegion.map(row => Object.assign({ label: regionLabel(row), short: shortRegion(row) }, row)));

  figure('writeAmplification', 'Bytes written to disks, by region and cause (model)', {
    size: 'medium',
    option: width => rankedBars(width, amplificationRows(),
      row => row.short + (row.amplification === undefined ? '' : '  ' + digits(row.amplification) + 'x'), bytes,
      ['logging', 'flush', 'compaction', 'other'].map(cause => [cause, cause, colour[cause]])),
    head: ['region', 'flushed', 'disks: logging', 'flush', 'compaction', 'other', 'for each byte flushed'],
    rows: () => amplificationRows().map(row => [
      row.label, bytes(row.flushed), bytes(row.logging), bytes(row.flush), bytes(row.compaction), bytes(row.other),
      row.amplification === undefined ? '' : digits(row.amplification) + 'x'
    ])
  });
