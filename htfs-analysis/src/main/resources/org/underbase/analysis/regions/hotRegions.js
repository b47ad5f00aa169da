  const regionLabel = row => row.table + ', ' + row.region;
  const REGION_DIGITS = 10;
  const shortRegion = row => row.table + ', ' + row.region.substring(0, REGION_DIGITS) + (row.region.length > REGION_DIGITS ? '…' : '');
  const shareText = share => (share === undefined ? '' : percent(share));

  figure('hotRegions', 'Reads and writes by region', {
    size: 'medium',
    option: width => rankedBars(width, result.regions.byRegion, shortRegion, bytes,
      [['read', 'read', colour.read], ['written', 'written', colour.write]]),
    head: ['region', 'read', 'written', 'data'],
    rows: () => result.regions.shareOfTop.map(row => [
      'top ' + row.regions + ', each column by its order', shareText(row.read), shareText(row.written), shareText(row.data)
    ]).concat(result.regions.byRegion.map(row => [regionLabel(row), bytes(row.read), bytes(row.written), bytes(row.data)]),
      [['other files', bytes(result.regions.otherFiles.read), bytes(result.regions.otherFiles.written),
        bytes(result.regions.otherFiles.data)]])
  });
