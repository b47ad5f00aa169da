package org.underbase.workload.messages.mailbox;

/**
 * How big messages are: a mixture of chat and mail, each log-normal. The paper tells that chat is built over messages
 * and that many messages are tiny ("hey, whasup?"), not how big; the defaults are ours.
 *
 * @param chatFraction share of messages that are chat, 0 to 1
 * @param chatMedian bytes
 * @param chatSigma standard deviation of the logarithm
 * @param mailMedian bytes
 * @param mailSigma standard deviation of the logarithm
 * @param largest bytes; larger objects live in Haystack (paper, section 2.2)
 */
public record MessageShape(
        double chatFraction, int chatMedian, double chatSigma, int mailMedian, double mailSigma, int largest) {
    public static final MessageShape DEFAULT = new MessageShape(0.85, 36, 0.9, 1800, 1.1, 64 * 1024);

    /** HBase refuses a cell of more than 10 MiB unless told otherwise. */
    public static final int LARGEST_POSSIBLE = 8 * 1024 * 1024;

    public MessageShape {
        if (!(chatFraction >= 0 && chatFraction <= 1)) {
            throw new IllegalArgumentException("chat fraction must be between 0 and 1: " + chatFraction);
        }
        if (largest > LARGEST_POSSIBLE) {
            throw new IllegalArgumentException(
                    "no message may be larger than " + LARGEST_POSSIBLE + " bytes: " + largest);
        }
        if (chatMedian < 1 || mailMedian < 1 || largest < 1) {
            throw new IllegalArgumentException("message sizes must be positive");
        }
        if (!(chatSigma >= 0 && mailSigma >= 0 && chatSigma <= 5 && mailSigma <= 5)) {
            throw new IllegalArgumentException("the sigma of message sizes must be between 0 and 5");
        }
    }
}
