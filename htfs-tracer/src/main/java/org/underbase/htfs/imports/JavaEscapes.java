package org.underbase.htfs.imports;

/** Decoder of the escapes of Java strings, which the audit log of Hadoop 3.4 has in paths. */
final class JavaEscapes {
    private static final String LETTERS = "btnfr";
    private static final String VALUES = "\b\t\n\f\r";

    private JavaEscapes() {}

    static String decoded(String text) throws BadLineException {
        int at = text.indexOf('\\');
        if (at < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        int from = 0;
        while (at >= 0 && at + 1 < text.length()) {
            plain.append(text, from, at);
            char c = text.charAt(at + 1);
            int letter = LETTERS.indexOf(c);
            if (c == 'u') {
                plain.append(unit(text, at + 2));
                from = at + 6;
            } else {
                plain.append(letter < 0 ? c : VALUES.charAt(letter));
                from = at + 2;
            }
            at = text.indexOf('\\', from);
        }
        return plain.append(text, from, text.length()).toString();
    }

    private static char unit(String text, int at) throws BadLineException {
        try {
            return (char) Integer.parseInt(text.substring(at, at + 4), 16);
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new BadLineException("invalid escape in '" + text + "'");
        }
    }
}
