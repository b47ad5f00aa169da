package org.underbase.workload.messages.mailbox;

/**
 * Users and their initial messages. The descriptor of the table contains it, so a run does not repeat the options.
 *
 * @param users number of users, each one row; user 0 is the most active
 * @param messagesPerUser mean number of messages in a mailbox after the load
 * @param seed seed of all contents and operations
 * @param userSkew exponent of Zipf's law for the activity of users; 0 is uniform
 * @param shape sizes of messages
 */
public record Population(int users, int messagesPerUser, long seed, double userSkew, MessageShape shape) {
    public Population {
        if (users < 1) {
            throw new IllegalArgumentException("the number of users must be positive: " + users);
        }
        if (messagesPerUser < 1 || messagesPerUser > 100_000) {
            throw new IllegalArgumentException("messages per user must be between 1 and 100000: " + messagesPerUser);
        }
        if (!(userSkew >= 0 && userSkew <= 5)) {
            throw new IllegalArgumentException("the skew of users must be between 0 and 5: " + userSkew);
        }
        if (shape == null) {
            throw new IllegalArgumentException("no shape of messages");
        }
    }
}
