package org.underbase.workload.messages.mailbox;

/**
 * Distribution of message sizes: a mixture of chat and mail, each log-normal. The paper states that chat is built over
 * messages and that many messages are tiny ("hey, whasup?"), but no sizes; the defaults are assumptions.
 *
 * @param chatFraction fraction of messages that are chat, 0 to 1
 * @param chatMedian median size of chat, in bytes
 * @param chatSigma standard deviation of the logarithm of the chat size
 * @param mailMedian median size of mail, in bytes
 * @param mailSigma standard deviation of the logarithm of the mail size
 * @param largest maximum size in bytes; larger objects are in Haystack (paper, section 2.2)
 */
public record MessageShape(
        double chatFraction, int chatMedian, double chatSigma, int mailMedian, double mailSigma, int largest) {
    public static final MessageShape DEFAULT = new MessageShape(0.85, 36, 0.9, 1800, 1.1, 64 * 1024);

    /** Upper limit of {@link #largest}, in bytes. By default, HBase rejects a cell above 10 MiB. */
    public static final int LARGEST_POSSIBLE = 8 * 1024 * 1024;

    public MessageShape {
        if (!(chatFraction >= 0 && chatFraction <= 1)) {
            throw new IllegalArgumentException("chat fraction must be between 0 and 1: " + chatFraction);
        }
        if (largest > LARGEST_POSSIBLE) {
            throw new IllegalArgumentException(
                    "invalid maximum size " + largest + ": must be at most " + LARGEST_POSSIBLE + " bytes");
        }
        if (chatMedian < 1 || mailMedian < 1 || largest < 1) {
            throw new IllegalArgumentException("message sizes must be positive");
        }
        if (!(chatSigma >= 0 && mailSigma >= 0 && chatSigma <= 5 && mailSigma <= 5)) {
            throw new IllegalArgumentException("the sigma of message sizes must be between 0 and 5");
        }
    }
}
