package org.underbase.testbed.network;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Speed of a link.
 *
 * @param bitsPerSecond bits per second, more than 0
 */
public record Rate(long bitsPerSecond) {
    /** Speed of a link without a limit. */
    public static final Rate UNLIMITED = new Rate(Long.MAX_VALUE);

    private static final Pattern FORM = Pattern.compile("([0-9]+)([kmg]?)bit");

    public Rate {
        if (bitsPerSecond <= 0) {
            throw new IllegalArgumentException("invalid rate " + bitsPerSecond + " bit/s: must be more than 0");
        }
    }

    /**
     * Parses a rate in the notation of tc(8), decimal: {@code 100mbit}, {@code 1gbit}.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static Rate parse(String text) {
        Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "invalid rate '" + text + "': must be such as 800kbit, 100mbit or 1gbit");
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

    /** Whether the link has no limit. */
    public boolean isUnlimited() {
        return equals(UNLIMITED);
    }

    @Override
    public String toString() {
        return bitsPerSecond + "bit";
    }
}
