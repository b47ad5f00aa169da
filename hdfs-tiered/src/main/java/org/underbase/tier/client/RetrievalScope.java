package org.underbase.tier.client;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.ipc.CallerContext;
import org.underbase.tier.policy.RetrievalPolicy;

/**
 * Another order of replicas for the readers of one thread and of the threads it starts meanwhile: files opened before
 * {@link #close} are offered their replicas in that order by the NameNode, whatever the cluster's own order is. It travels
 * in Hadoop's CallerContext, as one more field beside what is there; a scope inside another one wins.
 *
 * <pre>{@code
 * try (RetrievalScope scope = RetrievalScope.open("random", conf)) {
 *     in = fileSystem.open(path);
 * }
 * }</pre>
 */
public final class RetrievalScope implements AutoCloseable {
    /** The field of the caller context that the NameNode's plug-in looks for. */
    public static final String FIELD = "tierRetrieval";

    private final Thread owner = Thread.currentThread();
    private final CallerContext before;
    private boolean closed;

    private RetrievalScope(CallerContext before) {
        this.before = before;
    }

    /**
     * Begins a scope in this thread.
     *
     * @param policy network-aware, tier-aware, hybrid or random
     * @param conf where hadoop.caller.context.separator is set, if it is
     * @throws IllegalArgumentException when the policy is none of these
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
     * Restores what was before; a second call does nothing.
     *
     * @throws IllegalStateException in another thread than the one that opened it
     */
    @Override
    public void close() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("a RetrievalScope is closed by the thread that opened it");
        }
        if (!closed) {
            closed = true;
            CallerContext.setCurrent(before);
        }
    }
}
