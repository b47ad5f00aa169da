package org.underbase.tier.client;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.ipc.CallerContext;
import org.underbase.tier.policy.RetrievalPolicy;

/**
 * Retrieval order for the readers of one thread and of the threads that it starts. For files opened before {@link #close},
 * the NameNode uses this order instead of the cluster's. The order is an additional field of Hadoop's CallerContext; an
 * inner scope takes precedence.
 *
 * <pre>{@code
 * try (RetrievalScope scope = RetrievalScope.open("random", conf)) {
 *     in = fileSystem.open(path);
 * }
 * }</pre>
 */
public final class RetrievalScope implements AutoCloseable {
    /** Field of the caller context that the NameNode's plug-in reads. */
    public static final String FIELD = "tierRetrieval";

    private final Thread owner = Thread.currentThread();
    private final CallerContext before;
    private boolean closed;

    private RetrievalScope(CallerContext before) {
        this.before = before;
    }

    /**
     * Opens a scope in this thread.
     *
     * @param policy network-aware, tier-aware, hybrid or random
     * @param conf configuration, for hadoop.caller.context.separator
     * @throws IllegalArgumentException if the policy is unknown
     */
    public static RetrievalScope open(String policy, Configuration conf) {
        RetrievalPolicy parsed = RetrievalPolicy.parse(Objects.requireNonNull(policy, "policy"));
        String separator = conf.get(
                CommonConfigurationKeysPublic.HADOOP_CALLER_CONTEXT_SEPARATOR_KEY,
                CommonConfigurationKeysPublic.HADOOP_CALLER_CONTEXT_SEPARATOR_DEFAULT);
        CallerContext before = CallerContext.getCurrent();
        String kept = before == null || before.getContext() == null ? "" : without(before.getContext(), separator);
        CallerContext.Builder builder = new CallerContext.Builder(kept, separator).append(FIELD, parsed.toString());
        if (before != null) {
            builder.setSignature(before.getSignature());
        }
        CallerContext.setCurrent(builder.build());
        return new RetrievalScope(before);
    }

    private static String without(String context, String separator) {
        String prefix = FIELD + CallerContext.Builder.KEY_VALUE_SEPARATOR;
        return Arrays.stream(context.split(java.util.regex.Pattern.quote(separator), -1))
                .filter(field -> !field.startsWith(prefix))
                .collect(Collectors.joining(separator));
    }

    /**
     * Restores the previous caller context; a second call has no effect.
     *
     * @throws IllegalStateException if the calling thread did not open the scope
     */
    @Override
    public void close() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("close a RetrievalScope in the thread that opened it");
        }
        if (!closed) {
            closed = true;
            CallerContext.setCurrent(before);
        }
    }
}
