  const MOST_CALLS = 18;
  const callRows = () => result.latencies.slice().sort((a, b) => b.count - a.count);

  /** The number of calls by activity, as fields. */
  const callsOf = row => Object.assign({ call: row.call }, Object.fromEntries(Object.keys(ACTIVITY_NAMES).map(activity => [
    activity, (row.byActivity.find(of => of.activity === activity) || { count: 0 }).count
  ])));

  figure('calls', 'Calls by activity', {
    size: 'medium',
    option: width => rankedBars(width, callRows().map(callsOf), row => row.call, count,
      Object.keys(ACTIVITY_NAMES).map(activity => [ACTIVITY_NAMES[activity], activity, activityColour(activity)])),
    head: () => ['call', 'calls', 'failed'].concat(Object.values(ACTIVITY_NAMES)),
    rows: () => callRows().map(row => [row.call, count(row.count), count(row.failed)].concat(
      Object.keys(ACTIVITY_NAMES).map(activity => count(callsOf(row)[activity]))
    ))
  });
