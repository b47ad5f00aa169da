  figure('ioByThread', 'Reads and writes by group of threads', {
    size: 'medium',
    option: width => actorBars(width, result.actors.threadGroups),
    head: ['threads', 'read', 'written'],
    rows: () => actorRows(result.actors.threadGroups).map(row => [row.name || 'no name', bytes(row.read), bytes(row.written)])
  });
