package org.underbase.tier.datanode.split;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.underbase.tier.datanode.instance.DataDirectory;
import org.underbase.tier.datanode.instance.Instance;
import org.underbase.tier.datanode.instance.InstanceStatus;
import org.underbase.tier.datanode.instance.Plan;
import org.underbase.tier.datanode.instance.Site;

/** Split of this node's stock DataNode into one DataNode per tier, and the way back. */
public final class NodeSplit {
    private final Site site;
    private final Plan plan;
    private final boolean merge;
    private final Limits limits;
    private final Map<String, String> newUuids = new HashMap<>();

    /**
     * Creates a split.
     *
     * @param site configuration of the node
     * @param plan DataNodes of the node, from the same configuration
     * @param merge whether to transfer all directories to one DataNode
     * @param limits limits of the waits
     */
    public NodeSplit(Site site, Plan plan, boolean merge, Limits limits) {
        this.site = site;
        this.plan = plan;
        this.merge = merge;
        this.limits = limits;
    }

    /**
     * Returns the errors of the configuration and the data directories that prevent the transfers. Changes no data
     * directory.
     */
    public List<String> problems() throws IOException {
        List<String> problems = new ArrayList<>(plan.conflictsOfSplit());
        if (problems.isEmpty()) {
            problems.addAll(split(new Unconnected(), line -> {}).problems(System.getProperty("user.name", "")));
        }
        if (problems.isEmpty() && !someRuns()) {
            try {
                for (Instance instance : plan.instances()) {
                    for (DataDirectory directory : instance.directories()) {
                        LocalNode.requireUnused(directory.path());
                    }
                }
            } catch (IOException e) {
                problems.add(e.getMessage());
            }
        }
        return problems;
    }

    private boolean someRuns() throws IOException {
        for (Instance instance : plan.instances()) {
            if (InstanceStatus.of(instance).pid().isPresent()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the transfers to be done; changes nothing. */
    public List<Transfer> transfers() throws IOException {
        return split(new Unconnected(), line -> {}).transfers();
    }

    /**
     * Performs the transfers and starts the DataNodes.
     *
     * @param progress receives a line for each step
     * @throws IOException if a step fails; a repetition continues
     */
    public void run(Consumer<String> progress) throws IOException {
        Path lock = plan.instances().get(0).pidFile().resolveSibling("underbase-datanode-split.lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                HdfsNamenodes namenodes = new HdfsNamenodes(site.conf())) {
            requireLock(channel, lock);
            split(namenodes, progress).run();
        }
    }

    private static void requireLock(FileChannel channel, Path lock) throws IOException {
        String busy = "another split of this node runs (" + lock + " is locked)";
        try {
            FileLock held = channel.tryLock();
            if (held == null) {
                throw new IOException(busy);
            }
        } catch (OverlappingFileLockException e) {
            throw new IOException(busy, e);
        }
    }

    /** Whether a DataNode is new. */
    public boolean isNew(String datanodeUuid) {
        return newUuids.containsValue(datanodeUuid);
    }

    private Split split(Namenodes namenodes, Consumer<String> progress) {
        return new Split(
                plan.instances(),
                merge,
                tier -> newUuids.computeIfAbsent(tier, each -> UUID.randomUUID().toString()),
                new LocalNode(site, limits.timeout(), progress),
                new Waits(namenodes, limits, progress),
                progress);
    }

    /** No NameNode, for requests that need none. */
    private static final class Unconnected implements Namenodes {
        @Override
        public List<Map<String, Registered>> datanodes() {
            throw new IllegalStateException("not connected");
        }

        @Override
        public List<Redundancy> redundancy() {
            throw new IllegalStateException("not connected");
        }
    }
}
