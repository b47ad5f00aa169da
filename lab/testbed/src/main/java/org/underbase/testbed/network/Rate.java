package org.underbase.testbed.network;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A speed of a link, in bits per second.
 *
 * @param bitsPerSecond more than 0
 */
public record Rate(long bitsPerSecond) {
    private static final Pattern FORM = Pattern.compile("([0-9]+)([kmg]?)bit");

    public Rate {
        if (bitsPerSecond <= 0) {
            throw new IllegalArgumentException("a rate must be more than 0 bit/s: " + bitsPerSecond);
        }
    }

    /**
     * Reads a rate in the form of tc(8), decimal: {@code 100mbit}, {@code 1gbit}.
     *
     * @throws IllegalArgumentException for any other form
     */
    public static Rate parse(String text) {
        Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a rate: '" + text + "' (write 100mbit, 1gbit, 800kbit)");
        }
        long unit =
                switch (matcher.group(2)) {
                    case "k" -> 1_000L;
                    case "m" -> 1_000_000L;
                    case "g" -> 1_000_000_000L;
                    default -> 1L;
                };
        return new Rate(Math.multiplyExact(Long.parseLong(matcher.group(1)), unit));
    }

    @Override
    public String toString() {
        return bitsPerSecond + "bit";
    }
}
