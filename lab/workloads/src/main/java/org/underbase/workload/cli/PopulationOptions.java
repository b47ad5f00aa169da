package org.underbase.workload.cli;

import org.underbase.workload.messages.MessagesWorkloadBuilder;
import org.underbase.workload.messages.mailbox.MessageShape;
import picocli.CommandLine.Option;

/** Options that say who has which messages; the table remembers them. */
final class PopulationOptions {
    @Option(
            names = "--users",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Users, each one row. Default: ${DEFAULT-VALUE}.")
    private int users;

    @Option(
            names = "--messages-per-user",
            paramLabel = "N",
            defaultValue = "50",
            description = "Mean number of messages in a mailbox after the load. Default: ${DEFAULT-VALUE}.")
    private int messagesPerUser;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of contents, sizes and operations. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--user-skew",
            paramLabel = "S",
            defaultValue = "0.8",
            description = "Exponent of Zipf's law for the activity of users, 0 is uniform. Default: ${DEFAULT-VALUE}.")
    private double userSkew;

    @Option(
            names = "--chat-fraction",
            paramLabel = "F",
            defaultValue = "0.85",
            description = "Share of messages that are chat, the others are mail. Default: ${DEFAULT-VALUE}.")
    private double chatFraction;

    @Option(
            names = "--chat-median",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "36",
            description = "Median size of chat. Default: ${DEFAULT-VALUE}.")
    private long chatMedian;

    @Option(
            names = "--chat-sigma",
            paramLabel = "S",
            defaultValue = "0.9",
            description = "Standard deviation of the logarithm of the size of chat. Default: ${DEFAULT-VALUE}.")
    private double chatSigma;

    @Option(
            names = "--mail-median",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "1800",
            description = "Median size of mail. Default: ${DEFAULT-VALUE}.")
    private long mailMedian;

    @Option(
            names = "--mail-sigma",
            paramLabel = "S",
            defaultValue = "1.1",
            description = "Standard deviation of the logarithm of the size of mail. Default: ${DEFAULT-VALUE}.")
    private double mailSigma;

    @Option(
            names = "--largest-message",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "64k",
            description = "Largest message. Default: ${DEFAULT-VALUE}.")
    private long largest;

    /**
     * Hands all to a builder.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    MessagesWorkloadBuilder apply(MessagesWorkloadBuilder builder) {
        MessageShape shape = new MessageShape(
                chatFraction, bytes(chatMedian), chatSigma, bytes(mailMedian), mailSigma, bytes(largest));
        return builder.users(users)
                .messagesPerUser(messagesPerUser)
                .seed(seed)
                .userSkew(userSkew)
                .shape(shape);
    }

    private static int bytes(long size) {
        if (size > MessageShape.LARGEST_POSSIBLE) {
            throw new IllegalArgumentException(
                    "no message may be larger than " + MessageShape.LARGEST_POSSIBLE + " bytes: " + size);
        }
        return (int) size;
    }
}
