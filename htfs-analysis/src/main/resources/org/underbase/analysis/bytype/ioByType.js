  const perByte = row => (row.ioPerByte === undefined ? '' : digits(row.ioPerByte) + 'x');

  figure('ioByType', 'I/O by type of file', {
    size: 'medium',
    option: width => typeBars(width, [['read', 'read', colour.read], ['written', 'written', colour.write]],
      row => (row.ioPerByte === undefined ? '' : '  ' + perByte(row))),
    head: ['type', 'read', 'written', 'I/O for each byte of data', 'paper'],
    rows: () => [Object.assign({ type: 'all' }, result.byType.all)].concat(result.byType.types).map(row => [
      row.type, bytes(row.read), bytes(row.written), perByte(row),
      row.paperIoPerByte === undefined ? '' : digits(row.paperIoPerByte) + 'x'
    ])
  });
