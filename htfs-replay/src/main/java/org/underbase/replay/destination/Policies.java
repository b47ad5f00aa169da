package org.underbase.replay.destination;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;

/** Erasure coding and storage policies that files of the trace have, and whether the target has them. Thread-safe. */
public final class Policies {
    private final Map<Integer, String> ecPolicies;
    private final Set<String> known;
    private final Set<String> missing = new TreeSet<>();

    private Policies(Map<Integer, String> ecPolicies, Set<String> known) {
        this.ecPolicies = Map.copyOf(ecPolicies);
        this.known = known;
    }

    /**
     * Queries the policies of a file system.
     *
     * @param ecPolicies erasure coding policies by the number of the file
     */
    public static Policies of(FileSystem fs, Map<Integer, String> ecPolicies) throws IOException {
        Set<String> known = new HashSet<>();
        if (fs instanceof DistributedFileSystem hdfs) {
            for (ErasureCodingPolicyInfo info : hdfs.getAllErasureCodingPolicies()) {
                if (info.isEnabled()) {
                    known.add(info.getPolicy().getName());
                }
            }
            for (BlockStoragePolicySpi policy : hdfs.getAllStoragePolicies()) {
                known.add(policy.getName());
            }
        }
        return new Policies(ecPolicies, known);
    }

    /** Returns the erasure coding policy that a call shows for a file; empty if it is replicated or unknown. */
    public String ecPolicy(int file) {
        return ecPolicies.getOrDefault(file, "");
    }

    /** Returns the policy if the target has it; empty, and notes it, if not. */
    String available(String policy) {
        if (policy.isEmpty() || known.contains(policy)) {
            return policy;
        }
        synchronized (missing) {
            missing.add(policy);
        }
        return "";
    }

    /** Returns the policies of new files that the target lacks. */
    public Set<String> missing() {
        synchronized (missing) {
            return new TreeSet<>(missing);
        }
    }
}
