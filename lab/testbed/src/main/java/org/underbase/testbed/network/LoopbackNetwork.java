package org.underbase.testbed.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.underbase.testbed.process.ClusterReaper;

/**
 * Network with nodes on addresses 127.x.y.1, 127.x.y.2, ...
 *
 * @param subnet first three parts of the addresses, such as {@code 127.0.0}; empty to derive them from the cluster's id, so
 *     that two clusters use different addresses
 */
public record LoopbackNetwork(String subnet) implements Network {
    static final LoopbackNetwork DEFAULT = new LoopbackNetwork("");

    private static final Pattern SUBNET = Pattern.compile("127\\.[0-9]{1,3}\\.[0-9]{1,3}");
    private static final int MAX_HOSTS = 254;

    /** Copies the network with given addresses: with {@code 127.0.0}, node n1 has 127.0.0.1. */
    public LoopbackNetwork subnet(String firstThree) {
        if (!SUBNET.matcher(firstThree).matches()) {
            throw new IllegalArgumentException(
                    "invalid subnet " + firstThree + ": must be the first three parts of a loopback address");
        }
        return new LoopbackNetwork(firstThree);
    }

    @Override
    public Optional<String> obstacle() {
        return System.getProperty("os.name").equals("Linux")
                ? Optional.empty()
                : Optional.of("the testbed needs Linux: it uses /proc and all of 127.0.0.0/8");
    }

    @Override
    public List<Host> open(String id, ClusterReaper reaper, List<HostPlan> hosts) {
        return reopen(id, hosts);
    }

    @Override
    public List<Host> reopen(String id, List<HostPlan> hosts) {
        if (hosts.size() > MAX_HOSTS) {
            throw new IllegalArgumentException("at most " + MAX_HOSTS + " nodes on loopback, not " + hosts.size());
        }
        String prefix = subnet.isEmpty() ? subnetOf(id) : subnet;
        List<Host> result = new ArrayList<>();
        for (HostPlan host : hosts) {
            result.add(new LoopbackHost(host.name(), prefix + "." + (result.size() + 1)));
        }
        return List.copyOf(result);
    }

    /** Avoids 127.0 and 127.1, which other software uses. */
    private static String subnetOf(String id) {
        int hash = id.hashCode() * 0x9E3779B9;
        return "127." + (16 + (hash >>> 16) % 224) + "." + (hash & 0xff);
    }
}
