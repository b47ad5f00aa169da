package org.underbase.sim.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.underbase.analysis.operator.ProcessKey;

/** Machines of a trace, each with a RegionServer and a DataNode. Their order is that of a ring for replicas. */
final class Machines {
    /** Machine of a process that is no RegionServer. */
    static final int NONE = -1;

    private final List<String> names;
    private final int[] ofProcess;
    private final long[] read;
    private final long[] bytes;

    private Machines(List<String> names, int processes) {
        this.names = names;
        this.ofProcess = new int[processes];
        this.read = new long[names.size()];
        this.bytes = new long[names.size()];
    }

    static Machines of(Survey survey, MachineUnit unit) throws UnusableTraceException {
        SortedMap<ProcessKey, ProcessSums> servers = new TreeMap<>(survey.processes());
        boolean labeled = servers.values().stream().anyMatch(ProcessSums::isRegionServer);
        servers.values().removeIf(sums -> !(labeled ? sums.isRegionServer() : sums.logs()));
        if (servers.isEmpty()) {
            throw new UnusableTraceException("no RegionServer in the trace: no process writes a log");
        }
        List<String> names = servers.keySet().stream()
                .map(process -> name(process, unit))
                .distinct()
                .toList();
        List<ProcessKey> processes = survey.files().processes();
        Machines machines = new Machines(names, processes.size());
        for (int i = 0; i < processes.size(); i++) {
            ProcessKey process = processes.get(i);
            int machine = servers.containsKey(process) || unit == MachineUnit.HOST
                    ? names.indexOf(name(process, unit))
                    : NONE;
            machines.ofProcess[i] = machine;
            if (machine != NONE) {
                ProcessSums sums = survey.processes().get(process);
                machines.read[machine] += sums.read();
                machines.bytes[machine] += sums.bytes();
            }
        }
        return machines;
    }

    private static String name(ProcessKey process, MachineUnit unit) {
        return unit == MachineUnit.HOST ? process.host() : process.host() + "/" + process.process();
    }

    List<String> names() {
        return names;
    }

    int count() {
        return names.size();
    }

    /** Returns the machine of a process, or {@link #NONE}. */
    int ofProcess(int process) {
        return process < 0 ? NONE : ofProcess[process];
    }

    /** Returns the machine with the median number of bytes; with an even number, the smaller one. */
    int median() {
        List<Map.Entry<Long, Integer>> sorted = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            sorted.add(Map.entry(bytes[i], i));
        }
        sorted.sort(Map.Entry.comparingByKey(Comparator.naturalOrder()));
        return sorted.get((sorted.size() - 1) / 2).getValue();
    }

    /** Returns the bytes that the processes of a machine read. */
    long read(int machine) {
        return read[machine];
    }
}
