package org.underbase.workload.messages.mailbox;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.underbase.workload.random.AliasTable;

/**
 * Distribution of the users among the clients. Each user belongs to one client, so that the state of a mailbox depends only
 * on the operations of its client, not on timing. The shares have nearly equal activity (the next active user goes to the
 * client with the least activity so far), so that clients of equal speed together draw users by Zipf's law.
 */
public final class UserShares {
    private UserShares() {}

    /** Users of one client with their activity. */
    public record Share(List<Integer> users, AliasTable activity) {}

    /**
     * Distributes the users.
     *
     * @return one share per client
     * @throws IllegalArgumentException if there are fewer users than clients
     */
    public static List<Share> deal(Population population, int clients) {
        if (clients < 1 || clients > population.users()) {
            throw new IllegalArgumentException(
                    "clients must be between 1 and the number of users, " + population.users() + ": " + clients);
        }
        double[] weights = AliasTable.zipfWeights(population.users(), population.userSkew());
        PriorityQueue<Open> open = new PriorityQueue<>(
                Comparator.comparingDouble((Open share) -> share.weight).thenComparingInt(share -> share.client));
        List<Open> shares = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            shares.add(new Open(client));
        }
        open.addAll(shares);
        for (int user = 0; user < weights.length; user++) {
            Open least = open.remove();
            least.users.add(user);
            least.weight += weights[user];
            open.add(least);
        }
        List<Share> closed = new ArrayList<>();
        for (Open share : shares) {
            double[] own =
                    share.users.stream().mapToDouble(user -> weights[user]).toArray();
            closed.add(new Share(List.copyOf(share.users), new AliasTable(own)));
        }
        return List.copyOf(closed);
    }

    private static final class Open {
        private final int client;
        private final List<Integer> users = new ArrayList<>();
        private double weight;

        Open(int client) {
            this.client = client;
        }
    }
}
