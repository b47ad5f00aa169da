package org.underbase.operator.output;

/** Makes names safe and short enough for a terminal. */
public final class PrintableText {
    private static final String ELLIPSIS = "...";

    private PrintableText() {}

    /**
     * Escapes characters that a terminal interprets, such as control and format characters, as {@code \}{@code uXXXX}.
     *
     * @param text text from outside, such as a file name
     * @return the escaped text
     */
    public static String of(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (isInterpreted(c)) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    private static boolean isInterpreted(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    /**
     * Cuts a text to a length.
     *
     * @param text text to cut
     * @param length maximum number of characters, at least 3
     * @return the text, or its start followed by three dots
     */
    public static String shortened(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length - ELLIPSIS.length()) + ELLIPSIS;
    }

    /**
     * Formats a count with its noun.
     *
     * @param number count
     * @param noun noun in the singular, with a regular plural
     * @return such as {@code 1 file}, {@code 2 files} or {@code 2 processes}
     */
    public static String count(long number, String noun) {
        String plural = noun.endsWith("s") ? "es" : "s";
        return number + " " + noun + (number == 1 ? "" : plural);
    }
}
