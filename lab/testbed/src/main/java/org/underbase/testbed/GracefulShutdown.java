package org.underbase.testbed;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.underbase.testbed.process.Signal;

/**
 * Stop of daemons in the order of an operator: JobHistoryServer, NodeManagers, ResourceManager, RegionServers, Masters,
 * DataNodes, NameNodes, JournalNodes, ZooKeeper.
 */
final class GracefulShutdown {
    private static final Duration EXIT_LIMIT = Duration.ofMinutes(2);

    private final List<Daemon> daemons;

    GracefulShutdown(List<Daemon> daemons) {
        this.daemons = daemons;
    }

    /**
     * Stops the daemons.
     *
     * @return daemons that did not exit in time and were killed
     */
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
                    daemon.awaitDead(EXIT_LIMIT);
                } catch (WaitTimeoutException e) {
                    killed.add(daemon);
                    daemon.kill();
                }
            }
        }
        return killed;
    }
}
