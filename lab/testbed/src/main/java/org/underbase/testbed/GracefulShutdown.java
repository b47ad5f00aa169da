package org.underbase.testbed;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.underbase.testbed.process.Signal;

/** Ends daemons the way an operator would: RegionServers, Masters, DataNodes, NameNodes, JournalNodes, ZooKeeper. */
final class GracefulShutdown {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<Daemon> daemons;

    GracefulShutdown(List<Daemon> daemons) {
        this.daemons = daemons;
    }

    /** @return those that had to be killed */
    List<Daemon> run() throws IOException {
        List<Daemon> killed = new ArrayList<>();
        List<Role> order = new ArrayList<>(List.of(Role.values()));
        Collections.reverse(order);
        for (Role role : order) {
            List<Daemon> all =
                    daemons.stream().filter(daemon -> daemon.role() == role).toList();
            for (Daemon daemon : all) {
                daemon.terminate(Signal.TERM);
            }
            for (Daemon daemon : all) {
                try {
                    daemon.awaitDead(PATIENCE);
                } catch (WaitTimeoutException e) {
                    killed.add(daemon);
                    daemon.kill();
                }
            }
        }
        return killed;
    }
}
