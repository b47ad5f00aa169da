  figure('ioByUser', 'Reads and writes by user', {
    size: 'medium',
    option: width => actorBars(width, result.actors.users),
    head: ['user', 'read', 'written'],
    rows: () => actorRows(result.actors.users).map(row => [row.name || 'no name', bytes(row.read), bytes(row.written)])
  });
