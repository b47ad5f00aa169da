package org.underbase.sim.hats.hdfs;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.underbase.sim.hats.cluster.Datanode;
import org.underbase.sim.hats.cluster.Layout;
import org.underbase.sim.hats.cluster.Placement;
import org.underbase.sim.hats.cluster.Policy;
import org.underbase.sim.hats.cluster.Retrieval;
import org.underbase.sim.hats.flow.Flows;
import org.underbase.sim.hats.flow.Series;

/**
 * Simulated HDFS.
 *
 * <p>A read takes the links between the DataNode and the reader, and a share of the device. A write ends when all replicas are
 * in the page caches of their DataNodes, as the paper observes; their devices write them back afterwards.
 *
 * <p>Hosts are positions in {@link Layout#hosts}. Not thread-safe.
 */
public final class Hdfs {
    private final Layout layout;
    private final Settings settings;
    private final Flows flows;
    private final Placement placement;
    private final Retrieval retrieval;
    private final Devices devices;
    private final Load load;
    private final TierSpace space;
    private final Traffic traffic;
    private final String[] hosts;
    private final String[] racks;
    private int files;

    public Hdfs(Layout layout, Policy policy, Settings settings, Flows flows, SplittableRandom random) {
        this.layout = layout;
        this.settings = settings;
        this.flows = flows;
        this.placement = new Placement(layout, policy, settings.singleRack(), settings.onlyTier(), random.split());
        this.retrieval = new Retrieval(layout, policy.retrieval(), settings.weights(layout.tiers()), random.split());
        this.devices = new Devices(layout, flows);
        this.load = new Load(flows, layout.datanodes().size());
        this.space = new TierSpace(layout);
        this.traffic = new Traffic(layout.tiers().size());
        this.hosts = layout.hosts().toArray(String[]::new);
        this.racks = new String[hosts.length];
        for (Datanode datanode : layout.datanodes()) {
            racks[layout.hostIndex(datanode.location().host())] =
                    datanode.location().rack();
        }
    }

    public Traffic traffic() {
        return traffic;
    }

    /** Creates a file without blocks. */
    public StoredFile create(long bytes) {
        StoredFile file = new StoredFile(files++, bytes, flows.now());
        space.add(file);
        return file;
    }

    /** Places a block as if a host had written it before the simulated time. */
    public void load(StoredFile file, int block, int writer) {
        place(file, block, writer);
    }

    private int[] place(StoredFile file, int block, int writer) {
        List<Datanode> nodes = placement.place(Settings.REPLICATION, file.number(), racks[writer], hosts[writer]);
        int[] replicas = new int[nodes.size()];
        for (int i = 0; i < replicas.length; i++) {
            replicas[i] = devices.next(layout.index(nodes.get(i)));
        }
        file.place(block, replicas);
        for (int device : replicas) {
            int tier = tier(device);
            space.change(tier, file.bytes(block));
            if (space.isFull(tier)) {
                demote(tier);
            }
        }
        return replicas;
    }

    private int tier(int device) {
        return devices.owner(device).location().tier();
    }

    private int host(int device) {
        return layout.hostIndex(devices.owner(device).location().host());
    }

    private Route route(long bytes) {
        return new Route(devices, settings, traffic, bytes);
    }

    /**
     * Returns the hosts with a replica of a block.
     *
     * @param file file
     * @param block number of the block
     */
    public int[] hosts(StoredFile file, int block) {
        return Arrays.stream(file.devices(block)).map(this::host).toArray();
    }

    /** Returns the number of replicas of a block on a tier. */
    public int replicas(StoredFile file, int block, int tier) {
        return (int) Arrays.stream(file.devices(block))
                .filter(device -> tier(device) == tier)
                .count();
    }

    /** Returns whether all replicas of a block are on one rack. */
    public boolean onOneRack(StoredFile file, int block) {
        return Arrays.stream(file.devices(block))
                        .mapToObj(device -> devices.owner(device).location().rack())
                        .distinct()
                        .count()
                == 1;
    }

    /**
     * Reads a block from the first replica in the order that the NameNode offers.
     *
     * @param file file
     * @param block number of the block
     * @param reader host of the reader
     * @param done action at the end
     */
    public void read(StoredFile file, int block, int reader, Runnable done) {
        file.use(flows.now());
        int[] replicas = file.devices(block);
        Datanode[] nodes = Arrays.stream(replicas).mapToObj(devices::owner).toArray(Datanode[]::new);
        retrieval.order(nodes, racks[reader], hosts[reader], node -> load.reported(layout.index(node)));
        int device = Arrays.stream(replicas)
                .filter(each -> devices.owner(each).equals(nodes[0]))
                .findFirst()
                .orElseThrow();
        int index = layout.index(nodes[0]);
        long bytes = file.bytes(block);
        traffic.read(tier(device), Retrieval.proximity(nodes[0], racks[reader], hosts[reader]), bytes);
        load.change(index, 1);
        route(bytes).reading(device).network(host(device), reader).start(flows, () -> {
            load.change(index, -1);
            done.run();
        });
    }

    /**
     * Writes a block.
     *
     * @param file file
     * @param block number of the block
     * @param writer host of the writer
     * @param done action at the end
     */
    public void write(StoredFile file, int block, int writer, Runnable done) {
        file.use(flows.now());
        int[] replicas = place(file, block, writer);
        Route pipeline = route(file.bytes(block));
        int from = writer;
        for (int device : replicas) {
            pipeline.network(from, host(device));
            from = host(device);
        }
        pipeline.start(flows, () -> {
            for (int device : replicas) {
                route(file.bytes(block)).writing(device).start(flows, () -> {});
            }
            done.run();
        });
    }

    /** Writes intermediate data to the slowest tier of a host in the background, and returns the device. */
    public int spill(int host, long bytes) {
        int device = local(host);
        route(bytes).writing(device).start(flows, () -> {});
        return device;
    }

    /** Copies intermediate data from the slowest tier of a host to that of another. */
    public void fetch(int from, int to, long bytes, Runnable done) {
        route(bytes).reading(local(from)).network(from, to).writing(local(to)).start(flows, done);
    }

    /** Returns the next device of a host's DataNode on the slowest tier that it has. */
    private int local(int host) {
        int slowest = -1;
        for (Datanode datanode : layout.onHost(hosts[host])) {
            int index = layout.index(datanode);
            boolean slower = slowest < 0
                    || datanode.location().tier()
                            > layout.datanodes().get(slowest).location().tier();
            slowest = slower ? index : slowest;
        }
        return devices.next(slowest);
    }

    /** Records the transfers of the first device of a DataNode. */
    public Series observeDevice(Datanode datanode) {
        int device = 0;
        while (!devices.owner(device).equals(datanode)) {
            device++;
        }
        return flows.observe(device);
    }

    /** Records the bytes that a host sends. */
    public Series observeSending(String host) {
        return flows.observe(devices.outgoing(layout.hostIndex(host)));
    }

    /** Moves the least recently used files from a full tier to the slowest until the low watermark. */
    private void demote(int tier) {
        for (StoredFile file : space.byWorth(flows.now())) {
            if (!space.isAboveLowWatermark(tier)) {
                return;
            }
            boolean moved = false;
            for (int block = 0; block < file.blocks(); block++) {
                moved |= demote(file, block, tier);
            }
            if (moved) {
                traffic.demoted();
            }
        }
    }

    private boolean demote(StoredFile file, int block, int tier) {
        int[] replicas = file.devices(block).clone();
        boolean moved = false;
        for (int i = 0; i < replicas.length; i++) {
            if (tier(replicas[i]) == tier) {
                int from = replicas[i];
                int kept = i;
                List<Datanode> others = IntStream.range(0, replicas.length)
                        .filter(other -> other != kept)
                        .mapToObj(other -> devices.owner(replicas[other]))
                        .toList();
                Optional<Datanode> target = placement.placeSlow(others);
                if (target.isPresent()) {
                    replicas[i] = devices.next(layout.index(target.get()));
                    moved = true;
                    long bytes = file.bytes(block);
                    space.change(tier, -bytes);
                    space.change(tier(replicas[i]), bytes);
                    if (flows.now() > 0) {
                        route(bytes)
                                .reading(from)
                                .network(host(from), host(replicas[i]))
                                .writing(replicas[i])
                                .start(flows, () -> {});
                    }
                }
            }
        }
        if (moved) {
            file.place(block, replicas);
        }
        return moved;
    }
}
