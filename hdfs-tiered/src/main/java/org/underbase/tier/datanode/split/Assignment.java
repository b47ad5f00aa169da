package org.underbase.tier.datanode.split;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * DataNodes of the data directories: the current one and the wanted one. It depends on the configuration and the disks only,
 * so a command that continues an interrupted one makes the same choice.
 */
final class Assignment {
    /** Tiers by the UUID of their DataNode. */
    private final Map<String, String> owners;
    /** Wanted UUID by the tier in the configuration; empty: a new one. */
    private final Map<String, String> targets;

    private Assignment(Map<String, String> owners, Map<String, String> targets) {
        this.owners = owners;
        this.targets = targets;
    }

    /**
     * Assigns a DataNode to each tier. A DataNode with directories of several tiers keeps those of one: of the tier of its data
     * if known, else of the tier with most directories.
     *
     * @param newUuid supplier of the UUID of a new DataNode, by the tier
     * @throws IOException if a tier has directories of several DataNodes of its own
     */
    static Assignment split(List<Volume> volumes, UnaryOperator<String> newUuid) throws IOException {
        Map<String, String> owners = owners(volumes);
        Map<String, String> targets = new LinkedHashMap<>();
        for (String tier : tiers(volumes)) {
            List<String> own = owners.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(tier))
                    .map(Map.Entry::getKey)
                    .sorted()
                    .toList();
            if (own.size() > 1) {
                throw new IOException("the directories of tier " + tier + " belong to several DataNodes ("
                        + String.join(", ", own) + "): give each DataNode its tier");
            }
            targets.put(tier, own.isEmpty() ? newUuid.apply(tier) : own.get(0));
        }
        targets.forEach((tier, uuid) -> owners.put(uuid, tier));
        return new Assignment(owners, targets);
    }

    /** Assigns all directories to one DataNode: the one with directories of several tiers, else that of the tier with most. */
    static Assignment merge(List<Volume> volumes) throws IOException {
        Map<String, String> owners = owners(volumes);
        Set<String> shared = byUuid(volumes).entrySet().stream()
                .filter(entry -> tiers(entry.getValue()).size() > 1)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        if (owners.isEmpty()) {
            throw new IOException("no DataNode has used a directory of this node's tiers");
        }
        String target;
        if (shared.isEmpty()) {
            String largest = largest(volumes, Set.copyOf(owners.values()));
            target = owners.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(largest))
                    .map(Map.Entry::getKey)
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        } else {
            target = shared.iterator().next();
        }
        Map<String, String> targets = new LinkedHashMap<>();
        tiers(volumes).forEach(tier -> targets.put(tier, target));
        return new Assignment(owners, targets);
    }

    private static Map<String, String> owners(List<Volume> volumes) {
        Map<String, String> owners = new HashMap<>();
        byUuid(volumes).forEach((uuid, having) -> owners.put(uuid, keeper(volumes, having)));
        return owners;
    }

    /** Returns the tier that keeps a DataNode. */
    private static String keeper(List<Volume> all, List<Volume> having) {
        // The mark of a directory with an incomplete transfer may be that of either DataNode.
        Set<String> marks = having.stream()
                .filter(volume -> volume.transfer().isEmpty())
                .flatMap(volume -> volume.mark().stream())
                .collect(Collectors.toSet());
        Set<String> candidates = tiers(having);
        if (marks.size() == 1 && candidates.containsAll(marks)) {
            return marks.iterator().next();
        }
        return largest(all, candidates);
    }

    /** Returns the tier with most directories in the configuration; of equal ones, the slowest. */
    private static String largest(List<Volume> all, Set<String> candidates) {
        String largest = "";
        long most = 0;
        for (String tier : tiers(all)) {
            long count =
                    all.stream().filter(volume -> volume.tier().equals(tier)).count();
            if (candidates.contains(tier) && count >= most) {
                largest = tier;
                most = count;
            }
        }
        return largest;
    }

    private static Map<String, List<Volume>> byUuid(List<Volume> volumes) {
        return volumes.stream()
                .filter(Volume::used)
                .collect(Collectors.groupingBy(Volume::uuid, LinkedHashMap::new, Collectors.toList()));
    }

    private static Set<String> tiers(List<Volume> volumes) {
        return volumes.stream().map(Volume::tier).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the tier of a DataNode; empty if it has no directory. */
    Optional<String> owner(String uuid) {
        return Optional.ofNullable(owners.get(uuid));
    }

    /** Returns the wanted UUID of a directory. */
    String target(Volume volume) {
        return targets.get(volume.tier());
    }

    /** Returns the tier whose DataNode is to have a directory. */
    String targetTier(Volume volume) {
        return owners.get(target(volume));
    }

    /** Returns the directories whose DataNode is not the wanted one. */
    List<Volume> toTransfer(List<Volume> volumes) {
        List<Volume> different = new ArrayList<>();
        for (Volume volume : volumes) {
            if (volume.used() && !volume.uuid().equals(target(volume))) {
                different.add(volume);
            }
        }
        return different;
    }
}
