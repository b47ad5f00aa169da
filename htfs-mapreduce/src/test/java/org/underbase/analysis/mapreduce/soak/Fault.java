package org.underbase.analysis.mapreduce.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;

/** Fault during an analysis. */
enum Fault {
    NONE,
    /** SIGKILL of a task. */
    TASK,
    /** SIGKILL of an ApplicationMaster. */
    MASTER,
    /** SIGKILL of a NodeManager, whose containers continue without its shuffle service; it starts again at the end. */
    NODE_MANAGER;

    /** Number of tasks of an analysis that start in any case: a map and a reducer of two jobs. */
    private static final int TASKS = 4;

    /** Waits for a random moment of a running analysis, and injects the fault. */
    void inject(JobCluster cluster, Containers containers, SplittableRandom random) {
        switch (this) {
            case NONE -> {}
            case TASK ->
                containers
                        .awaitStarted(Containers.TASK, 1 + random.nextInt(TASKS))
                        .destroyForcibly();
            case MASTER ->
                containers
                        .awaitStarted(Containers.MASTER, 1 + random.nextInt(2))
                        .destroyForcibly();
            case NODE_MANAGER -> {
                containers.awaitStarted(Containers.TASK, 1 + random.nextInt(TASKS));
                List<Daemon> all = cluster.daemons().daemons(Role.NODEMANAGER);
                try {
                    all.get(random.nextInt(all.size())).kill();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }
}
