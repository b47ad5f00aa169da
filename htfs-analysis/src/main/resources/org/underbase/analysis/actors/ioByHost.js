  /** Names with the most I/O, then the sum of the others. */
  const actorRows = list => {
    const others = list.others.read + list.others.written > 0 ? [Object.assign({ name: 'others' }, list.others)] : [];
    return list.top.concat(others);
  };

  /** The end of a name distinguishes the pools of threads that another one has started. */
  const MOST_LETTERS = 28;
  const shortName = name => (name.length > MOST_LETTERS ? '…' + name.substring(name.length - MOST_LETTERS) : name || 'no name');

  const actorBars = (width, list) => rankedBars(width, list.top, row => shortName(row.name), bytes,
    [['read', 'read', colour.read], ['written', 'written', colour.write]]);

  figure('ioByHost', 'Reads and writes by host', {
    size: 'medium',
    option: width => actorBars(width, result.actors.hosts),
    head: ['host', 'read', 'written'],
    rows: () => actorRows(result.actors.hosts).map(row => [row.name || 'no name', bytes(row.read), bytes(row.written)])
  });
