  const loadRows = () => [['host', 'hosts'], ['user', 'users']].flatMap(([by, key]) =>
    result.metadataLoad[key].map(row => Object.assign({ label: by + ' ' + (row.name || 'without a name') }, row)));

  figure('metadataLoad', 'Calls of the NameNode', {
    size: 'medium',
    option: width => rankedBars(width, loadRows(), row => row.label, count, [
      ['calls', 'calls', colour.series[0]]
    ]),
    head: ['', 'calls', 'calls/s', 'calls per GiB moved', 'opened streams', 'bytes per opened stream'],
    rows: () => [Object.assign({ label: 'all' }, result.metadataLoad)].concat(loadRows()).map(row => [
      row.label, count(row.calls), row.callsPerSecond === undefined ? '' : digits(row.callsPerSecond),
      isFinite(row.callsPerGib) ? digits(row.callsPerGib) : '', count(row.opens),
      isFinite(row.callsPerGib) && row.bytesPerOpen !== undefined ? bytes(row.bytesPerOpen) : ''
    ])
  });
