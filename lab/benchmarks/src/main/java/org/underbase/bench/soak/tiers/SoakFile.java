package org.underbase.bench.soak.tiers;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.underbase.tier.policy.ReplicaVector;

/**
 * What is known of a file. A call that failed may have been made or not: then several answers are right until the file is
 * looked at. Used by one thread at a time.
 */
final class SoakFile {
    private final long number;
    private List<Path> paths;
    private boolean mayBeGone;
    private long shortest;
    private long longest;
    /** Empty: it is for the NameNode to say. */
    private Optional<List<ReplicaVector>> wanted;

    private boolean inherits;

    /** @param inherited the vector it inherits; empty: it will have one of its own */
    SoakFile(long number, Path path, long length, Optional<ReplicaVector> inherited) {
        this.number = number;
        this.paths = List.of(path);
        this.shortest = length;
        this.longest = length;
        this.wanted = inherited.map(List::of);
        this.inherits = inherited.isPresent();
    }

    long number() {
        return number;
    }

    /** Where it is, or was before the last rename that may have failed. */
    Path path() {
        return paths.get(0);
    }

    /** Where it may be. */
    List<Path> paths() {
        return paths;
    }

    boolean mayBeGone() {
        return mayBeGone;
    }

    long shortest() {
        return shortest;
    }

    long longest() {
        return longest;
    }

    /** Whether all is known of it. */
    boolean certain() {
        return paths.size() == 1 && !mayBeGone && shortest == longest && vector().isPresent();
    }

    /** Whether it has no vector of its own, as far as is known. */
    boolean inherits() {
        return inherits;
    }

    /** The vector it should have, when there is only one that is right. */
    Optional<ReplicaVector> vector() {
        return wanted.filter(vectors -> vectors.size() == 1).map(vectors -> vectors.get(0));
    }

    /** Whether it may want this. */
    boolean mayWant(ReplicaVector vector) {
        return wanted.isEmpty() || wanted.get().contains(vector);
    }

    void at(Path path) {
        paths = List.of(path);
        mayBeGone = false;
    }

    void maybeAt(Path path) {
        paths = List.of(path(), path);
    }

    void maybeGone() {
        mayBeGone = true;
    }

    void length(long length) {
        shortest = length;
        longest = length;
    }

    void maybeLength(long length) {
        shortest = Math.min(shortest, length);
        longest = Math.max(longest, length);
    }

    /** It has a policy of its own, by which it wants this. */
    void owns(ReplicaVector vector) {
        wanted = Optional.of(List.of(vector));
        inherits = false;
    }

    /** It has no policy of its own, and inherits this. */
    void inherits(ReplicaVector vector) {
        wanted = Optional.of(List.of(vector));
        inherits = true;
    }

    /** @param vector empty: it is for the NameNode to say */
    void maybeWants(Optional<ReplicaVector> vector) {
        wanted = vector().isPresent() && vector.isPresent()
                ? Optional.of(List.of(vector().get(), vector.get()))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return paths + (mayBeGone ? " or nowhere" : "") + ", "
                + (shortest == longest ? shortest : shortest + " to " + longest) + " bytes, wants "
                + wanted.map(Object::toString).orElse("what the NameNode says");
    }
}
