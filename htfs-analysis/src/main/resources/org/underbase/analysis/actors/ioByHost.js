  /** Names with the most I/O, then the sum of the others. */
  const actorRows = list => {
    const others = list.others.read + list.others.written > 0 ? [Object.assign({ name: 'others' }, list.others)] : [];
    return list.top.concat(others);
  };

  const actorBars = (width, list) => rankedBars(width, list.top, row => row.name || 'no name', bytes,
    [['read', 'read', colour.read], ['written', 'written', colour.write]]);

  figure('ioByHost', 'Reads and writes by host', {
    size: 'medium',
    option: width => actorBars(width, result.actors.hosts),
    head: ['host', 'read', 'written'],
    rows: () => actorRows(result.actors.hosts).map(row => [row.name || 'no name', bytes(row.read), bytes(row.written)])
  });
