package org.underbase.localcompact.worker;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.monitoring.MonitoredTask;
import org.apache.hadoop.hbase.monitoring.TaskMonitor;
import org.underbase.localcompact.proto.LocalCompactProtos.TaskProto;

/** Local compaction or merge in HBase's task list and in the status of the server. Thread-safe. */
public final class TaskEntry {
    private final String store;
    private final String servers;
    private final MonitoredTask task;
    private final long began = System.nanoTime();
    private volatile String phase = "starting";
    private volatile int percent;

    /**
     * Adds a task to HBase's list.
     *
     * @param kind kind of task, such as {@code Local compaction}
     * @param store store as of {@link #store}
     * @param servers other servers of the task
     */
    public TaskEntry(String kind, String store, String servers) {
        this.store = store;
        this.servers = servers;
        this.task = TaskMonitor.get().createStatus(kind + " of " + store + ", " + servers);
    }

    /**
     * Formats a store without the keys of its region.
     *
     * @param region region of the store
     * @param family name of its family
     * @return table, encoded region and family
     */
    public static String store(RegionInfo region, String family) {
        return region.getTable() + " " + region.getEncodedName() + "/" + family;
    }

    /**
     * Updates the task.
     *
     * @param newPhase current phase
     * @param newPercent merged share of the cells, from 0 to 100
     */
    public void update(String newPhase, int newPercent) {
        phase = newPhase;
        percent = Math.max(0, Math.min(100, newPercent));
        task.setStatus(phase + ", " + percent + "% of the cells");
    }

    /**
     * Ends the task. HBase lists ended tasks for a minute.
     *
     * @param failure cause; empty after success
     */
    public void end(String failure) {
        if (failure.isEmpty()) {
            task.markComplete("complete");
        } else {
            task.abort(failure);
        }
    }

    /**
     * Takes a snapshot.
     *
     * @return state of the task
     */
    public TaskProto state() {
        return TaskProto.newBuilder()
                .setStore(store)
                .setServers(servers)
                .setPhase(phase)
                .setPercent(percent)
                .setSeconds(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began))
                .build();
    }
}
