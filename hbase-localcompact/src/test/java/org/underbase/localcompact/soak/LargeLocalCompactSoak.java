package org.underbase.localcompact.soak;

import java.util.Set;

/** Soak of local compactions of 1 GB with HDFS's default intervals. Every other one loses a replica early. */
public final class LargeLocalCompactSoak extends LocalCompactSoak {
    private static final long SCHEDULES = 5;

    /** Constructor for {@link java.util.ServiceLoader}. */
    public LargeLocalCompactSoak() {
        super(Scale.LARGE, Set.of());
    }

    @Override
    public String name() {
        return "localcompact-large";
    }

    @Override
    public String description() {
        return "early losses and other faults of local compactions of 1 GB with 16 MB blocks and HDFS's default intervals";
    }

    @Override
    public long defaultCount() {
        return SCHEDULES;
    }
}
