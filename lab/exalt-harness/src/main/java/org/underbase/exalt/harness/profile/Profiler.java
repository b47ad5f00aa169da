package org.underbase.exalt.harness.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.measure.Watch;

/** Profiler that records the threads of a cluster's JVMs while a load runs. Thread-confined. */
public final class Profiler implements Watch {
    private static final String RECORDING = "exalt";

    private final ExaltCluster cluster;
    private final Path directory;
    private final Path settings;
    private final Map<String, List<Long>> recorded = new LinkedHashMap<>();
    private final List<Profile> profiles = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();

    /**
     * Creates a profiler.
     *
     * @param cluster running cluster
     * @throws IOException if its directory is not writable
     */
    public Profiler(ExaltCluster cluster) throws IOException {
        this.cluster = cluster;
        directory = Files.createDirectories(cluster.directory().resolve("profiles"));
        settings = Files.writeString(directory.resolve("exalt.jfc"), settings());
    }

    /** Settings of the recording: the default settings would cost more. */
    static String settings() {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <configuration version="2.0" label="Exalt">
                  <event name="jdk.ExecutionSample">
                    <setting name="enabled">true</setting><setting name="period">%1$d ms</setting>
                  </event>
                  <event name="jdk.NativeMethodSample">
                    <setting name="enabled">true</setting><setting name="period">%1$d ms</setting>
                  </event>
                  <event name="jdk.JavaMonitorEnter">
                    <setting name="enabled">true</setting><setting name="threshold">1 ms</setting>
                  </event>
                </configuration>
                """
                .formatted(Profile.PERIOD_MILLIS);
    }

    @Override
    public void begin(String kind, List<Long> pids) throws IOException {
        for (long pid : pids) {
            cluster.jcmd(pid, "JFR.start", "name=" + RECORDING, "settings=" + settings);
        }
        recorded.put(kind, pids);
    }

    @Override
    public void end(String phase) throws IOException {
        for (Map.Entry<String, List<Long>> kind : recorded.entrySet()) {
            Stacks stacks = new Stacks();
            for (long pid : kind.getValue()) {
                Path file = directory.resolve(pid + ".jfr");
                cluster.jcmd(pid, "JFR.stop", "name=" + RECORDING, "filename=" + file);
                stacks.add(file);
                Files.delete(file);
            }
            if (stacks.samples() > 0) {
                profiles.add(Profile.of(phase, kind.getKey(), stacks));
            } else if (!kind.getValue().isEmpty()) {
                missing.add(phase + ": no stacks of " + kind.getKey()
                        + " were recorded, because they were idle or the phase was too short");
            }
        }
        recorded.clear();
    }

    /**
     * Returns the missing profiles.
     *
     * @return a line per phase and kind of processes without a profile
     */
    public List<String> missing() {
        return List.copyOf(missing);
    }

    /**
     * Returns the profiles.
     *
     * @return a profile per phase and kind of processes with samples
     */
    public List<Profile> profiles() {
        return List.copyOf(profiles);
    }
}
