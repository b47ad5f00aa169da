package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.underbase.localcompact.hdfs.BlockwiseFile;

/** File stub without a NameNode that records its calls. */
final class FakeFile implements BlockwiseFile {
    private final List<String> nodes;
    private final List<String> events;
    private IOException failure;
    private String failing = "";
    private String hanging = "";
    private long block = 1000;
    private long stamp = 1;

    FakeFile(List<String> nodes, List<String> events) {
        this.nodes = nodes;
        this.events = events;
    }

    /** Lets the NameNode reject a call. */
    void failAt(String call, IOException cause) {
        failing = call;
        failure = cause;
    }

    /** Lets the NameNode not respond to a call, which returns only after the caller is interrupted. */
    void hangAt(String call) {
        hanging = call;
    }

    private LocatedBlock located() {
        DatanodeInfo[] locations = new DatanodeInfo[nodes.size()];
        String[] storages = new String[nodes.size()];
        StorageType[] types = new StorageType[nodes.size()];
        for (int i = 0; i < locations.length; i++) {
            locations[i] = new DatanodeInfoBuilder()
                    .setIpAddr("127.0.0." + (i + 1))
                    .setHostName(nodes.get(i))
                    .setDatanodeUuid(nodes.get(i))
                    .setXferPort(9866)
                    .build();
            storages[i] = "s" + i;
            types[i] = StorageType.DISK;
        }
        return new LocatedBlock(new ExtendedBlock("pool", block, 0, stamp), locations, storages, types);
    }

    private void note(String event) throws IOException {
        synchronized (events) {
            events.add(event);
        }
        if (event.equals(failing)) {
            throw failure;
        }
        if (event.startsWith(hanging) && !hanging.isEmpty()) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw (IOException) new InterruptedIOException("interrupted").initCause(e);
            }
        }
    }

    @Override
    public LocatedBlock nextBlock() throws IOException {
        block++;
        note("block");
        return located();
    }

    @Override
    public LocatedBlock beginRecovery() throws IOException {
        stamp++;
        note("recovery " + stamp);
        return located();
    }

    @Override
    public void endRecovery(List<String> survivors) throws IOException {
        note("survived on " + new ArrayList<>(survivors));
    }

    @Override
    public void endBlock(long bytes) {
        synchronized (events) {
            events.add("ended with " + bytes);
        }
    }

    @Override
    public void complete(Duration atMost) throws IOException {
        note("complete");
    }
}
