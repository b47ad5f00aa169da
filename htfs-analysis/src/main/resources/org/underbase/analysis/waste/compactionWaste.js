  /** Rows of ended files by type, then the sum of the existing ones. */
  const wasteRows = () => {
    const waste = result.compactionWaste;
    return waste.byType.map(type => Object.assign({ label: type.type }, type.ended)).concat(
      [Object.assign({ label: 'exist at the end' }, waste.existing)]);
  };

  figure('compactionWaste', 'Output of compactions, by its readers', {
    size: 'medium',
    option: width => rankedBars(width, wasteRows(), row => row.label, bytes, [
      ['requests', 'requested', colour.read], ['next compaction only', 'compacted', colour.compaction], ['none', 'unread', colour.other]
    ]),
    head: ['files that have ended', 'files', 'written', 'read by requests', 'read by the next compaction only', 'never read'],
    rows: () => [Object.assign({ label: 'all' }, result.compactionWaste.ended)].concat(wasteRows()).map(row => [
      row.label, count(row.files), bytes(row.written), bytes(row.requested), bytes(row.compacted), bytes(row.unread)
    ])
  });
