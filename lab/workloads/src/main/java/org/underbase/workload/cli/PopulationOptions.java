package org.underbase.workload.cli;

import org.underbase.operator.output.SizeConverter;
import org.underbase.workload.messages.MessagesWorkloadBuilder;
import org.underbase.workload.messages.mailbox.MessageShape;
import picocli.CommandLine.Option;

/** Options for users and messages; the table's descriptor stores them. */
final class PopulationOptions {
    @Option(
            names = "--users",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Number of users, one row each. Default: ${DEFAULT-VALUE}.")
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
            description = "Fraction of messages that are chat; the others are mail. Default: ${DEFAULT-VALUE}.")
    private double chatFraction;

    @Option(
            names = "--chat-median",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "36",
            description = "Median size of chat messages. Default: ${DEFAULT-VALUE}.")
    private long chatMedian;

    @Option(
            names = "--chat-sigma",
            paramLabel = "S",
            defaultValue = "0.9",
            description = "Standard deviation of the logarithm of the chat size. Default: ${DEFAULT-VALUE}.")
    private double chatSigma;

    @Option(
            names = "--mail-median",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "1800",
            description = "Median size of mail messages. Default: ${DEFAULT-VALUE}.")
    private long mailMedian;

    @Option(
            names = "--mail-sigma",
            paramLabel = "S",
            defaultValue = "1.1",
            description = "Standard deviation of the logarithm of the mail size. Default: ${DEFAULT-VALUE}.")
    private double mailSigma;

    @Option(
            names = "--largest-message",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "64k",
            description = "Maximum size of a message. Default: ${DEFAULT-VALUE}.")
    private long largest;

    /**
     * Passes all options to a builder.
     *
     * @throws IllegalArgumentException if a value is invalid
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
                    "invalid size " + size + ": must be at most " + MessageShape.LARGEST_POSSIBLE + " bytes");
        }
        return (int) size;
    }
}
