package org.underbase.operator.page;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text with placeholders {@code @name@}. Replacements are not searched for placeholders. */
public final class PageTemplate {
    private static final Pattern PLACE = Pattern.compile("@([a-z]+)@");

    private final String text;

    /** Creates a template from its text. */
    public PageTemplate(String text) {
        this.text = text;
    }

    /**
     * Replaces the placeholders.
     *
     * @param values text by the name of its placeholder
     * @return the complete text
     */
    public String fill(Map<String, String> values) {
        Matcher place = PLACE.matcher(text);
        StringBuilder filled = new StringBuilder(1 << 21);
        while (place.find()) {
            String value = values.get(place.group(1));
            if (value == null) {
                throw new IllegalStateException("no value for placeholder " + place.group());
            }
            place.appendReplacement(filled, Matcher.quoteReplacement(value));
        }
        return place.appendTail(filled).toString();
    }

    /** Escapes text for an element or a quoted attribute. */
    public static String escapeText(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Escapes JSON for a script element, where only {@code <} can end the element or begin a comment. */
    static String escapeJson(String json) {
        return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }
}
