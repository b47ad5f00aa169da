package org.underbase.tier.soak;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.underbase.tier.policy.ReplicaVector;

/**
 * Expected state of a file. A call that failed may have taken effect or not; until the file is checked, several states are
 * valid. Thread-confined.
 */
final class SoakFile {
    private final long number;
    private List<Path> paths;
    private boolean mayBeDeleted;
    private long shortest;
    private long longest;
    /** Valid wanted vectors; empty if any vector is valid because the NameNode decides. */
    private List<ReplicaVector> wanted;

    private boolean inherits;

    /**
     * Creates the state of a new file.
     *
     * @param number number of the file
     * @param path path of the file
     * @param length length in bytes
     * @param inherited inherited vector; empty if a vector will be set on the file
     */
    SoakFile(long number, Path path, long length, Optional<ReplicaVector> inherited) {
        this.number = number;
        this.paths = List.of(path);
        this.shortest = length;
        this.longest = length;
        this.wanted = inherited.stream().toList();
        this.inherits = inherited.isPresent();
    }

    long number() {
        return number;
    }

    /** Returns the path of the file before the last rename with unknown result. */
    Path path() {
        return paths.get(0);
    }

    /** Returns the valid paths. */
    List<Path> paths() {
        return paths;
    }

    boolean mayBeDeleted() {
        return mayBeDeleted;
    }

    long shortest() {
        return shortest;
    }

    long longest() {
        return longest;
    }

    /** Whether only one state is valid. */
    boolean certain() {
        return paths.size() == 1 && !mayBeDeleted && shortest == longest && vector().isPresent();
    }

    /** Whether the file inherits its vector. */
    boolean inherits() {
        return inherits;
    }

    /** Returns the wanted vector if only one is valid. */
    Optional<ReplicaVector> vector() {
        return wanted.size() == 1 ? Optional.of(wanted.get(0)) : Optional.empty();
    }

    /** Whether a wanted vector is valid. */
    boolean mayWant(ReplicaVector vector) {
        return wanted.isEmpty() || wanted.contains(vector);
    }

    void at(Path path) {
        paths = List.of(path);
        mayBeDeleted = false;
    }

    void maybeAt(Path path) {
        paths = List.of(path(), path);
    }

    void maybeDeleted() {
        mayBeDeleted = true;
    }

    void length(long length) {
        shortest = length;
        longest = length;
    }

    void maybeLength(long length) {
        shortest = Math.min(shortest, length);
        longest = Math.max(longest, length);
    }

    /** Records that the file has its own policy with this vector. */
    void owns(ReplicaVector vector) {
        wanted = List.of(vector);
        inherits = false;
    }

    /** Records that the file inherits this vector. */
    void inherits(ReplicaVector vector) {
        wanted = List.of(vector);
        inherits = true;
    }

    /**
     * Records a change with unknown result.
     *
     * @param vector wanted vector after the change; empty if the NameNode decides
     */
    void maybeWants(Optional<ReplicaVector> vector) {
        wanted = vector().isPresent() && vector.isPresent() ? List.of(vector().get(), vector.get()) : List.of();
    }

    @Override
    public String toString() {
        return paths + (mayBeDeleted ? " or deleted" : "") + ", "
                + (shortest == longest ? shortest : shortest + " to " + longest) + " bytes, wanted "
                + (wanted.isEmpty() ? "any vector" : wanted);
    }
}
