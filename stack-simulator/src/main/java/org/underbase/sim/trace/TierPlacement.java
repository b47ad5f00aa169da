package org.underbase.sim.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.sim.hats.cluster.Datanode;
import org.underbase.sim.hats.cluster.DeviceClass;
import org.underbase.sim.hats.cluster.Layout;
import org.underbase.sim.hats.cluster.Placement;
import org.underbase.sim.hats.cluster.Policy;
import org.underbase.sim.hats.cluster.Retrieval;
import org.underbase.sim.request.FileLayout;
import org.underbase.sim.request.Tier;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.policy.RetrievalPolicy;
import org.underbase.tier.policy.RetrievalWeights;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;

/**
 * Replicas on tiers, as the NameNode's planner places them and its retrieval orders them, on one rack and without load. A reader
 * always uses the same replica of a block, because HBase keeps its files open.
 */
final class TierPlacement implements BlockPlacement {
    private static final String RACK = "/rack";
    private static final double MEGA = 1e6;
    private static final long SEED = 1;
    /** Defaults of {@code dfs.tier.retrieval.proximity.node} and {@code .rack}. */
    private static final double NODE = 2;

    private static final double SAME_RACK = 1.5;
    private static final long MIXER = 0x9e3779b97f4a7c15L;

    private final Layout layout;
    private final PlacementPolicy placement;
    private final Placement planner;
    private final RetrievalPolicy retrieval;
    private final List<List<Datanode>> byMachine = new ArrayList<>();
    /** Counts of files whose number of replicas is not that of the vector, by number of replicas. */
    private final Map<Integer, TierCounts> fitted = new TreeMap<>();

    private long blocks;
    private long otherTiers;

    /**
     * Creates a placement.
     *
     * @param machines number of machines
     * @param files tiers and policies
     */
    TierPlacement(int machines, FileLayout files) {
        TierNames names = TierNames.of(files.tiers().stream().map(Tier::name).toList());
        List<Datanode> datanodes = new ArrayList<>();
        for (int machine = 0; machine < machines; machine++) {
            List<Datanode> here = new ArrayList<>();
            for (int rank = 0; rank < names.size(); rank++) {
                Tier tier = files.tiers().get(rank);
                double rate = tier.bytesPerSecond() / MEGA;
                Datanode datanode = new Datanode(
                        new ReplicaLocation(rank, RACK, String.valueOf(machine)),
                        0,
                        new DeviceClass(rate, rate, 0),
                        tier.disks());
                here.add(datanode);
                datanodes.addAll(Collections.nCopies(tier.datanodes(machine, machines), datanode));
            }
            byMachine.add(here);
        }
        this.layout = new Layout(names, datanodes);
        this.placement = PlacementPolicy.parse(files.placement(), names);
        this.retrieval = RetrievalPolicy.parse(files.retrieval());
        Policy relation = placement.rackAware() ? Policy.HYBRID : Policy.RANDOM;
        this.planner = new Placement(layout, relation, false, TierNames.UNKNOWN, new SplittableRandom(SEED));
    }

    @Override
    public Replicas place(FileFacts file, int block, int writer, int replication) {
        TierCounts any = TierCounts.none(layout.tiers().size()).plus(TierNames.UNKNOWN, replication);
        TierCounts wanted = placement
                .wanted(layout.tiers(), layout.populated(), replication, file.key())
                .orElse(any);
        List<Integer> machines = new ArrayList<>();
        List<Integer> tiers = new ArrayList<>();
        if (placement.vector().filter(vector -> vector.sum() != replication).isPresent()) {
            fitted.put(replication, wanted);
        }
        int surplus = 0;
        TierCounts placed = TierCounts.none(layout.tiers().size());
        for (Datanode datanode : planner.place(wanted, replication, RACK, String.valueOf(writer))) {
            machines.add(Integer.parseInt(datanode.location().host()));
            int tier = datanode.location().tier();
            tiers.add(tier);
            placed = placed.plus(tier, 1);
            surplus += placed.of(tier) > wanted.of(tier) ? 1 : 0;
        }
        blocks++;
        otherTiers += surplus > wanted.any() ? 1 : 0;
        return new Replicas(machines, tiers);
    }

    @Override
    public void report(CompileReport report) {
        List<String> notes = new ArrayList<>();
        fitted.forEach((replicas, counts) -> notes.add(String.format(
                Locale.ROOT,
                "files of replication %d have %s, to which the NameNode fits the vector",
                replicas,
                ReplicaVector.of(counts, layout.tiers()))));
        if (otherTiers > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%,d of %,d blocks have replicas on other tiers, because too few machines have a DataNode of the wanted one",
                    otherTiers,
                    blocks));
        }
        report.placementNotes = List.copyOf(notes);
    }

    @Override
    public int server(Replicas replicas, FileFacts file, int block, int reader) {
        Datanode[] order = new Datanode[replicas.machines().size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = byMachine
                    .get(replicas.machines().get(i))
                    .get(replicas.tiers().get(i));
        }
        RetrievalWeights weights =
                new RetrievalWeights(new double[layout.tiers().size()], NODE, SAME_RACK, false);
        long seed = ((file.key() * MIXER + block) * MIXER + reader) * MIXER;
        new Retrieval(layout, retrieval, weights, new SplittableRandom(seed))
                .order(order, RACK, String.valueOf(reader), datanode -> 0);
        return Integer.parseInt(order[0].location().host());
    }
}
