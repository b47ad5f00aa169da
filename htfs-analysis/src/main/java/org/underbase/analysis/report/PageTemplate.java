package org.underbase.analysis.report;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text with places {@code @name@}. What is put in is not searched for places again. */
final class PageTemplate {
    private static final Pattern PLACE = Pattern.compile("@([a-z]+)@");

    private final String text;

    PageTemplate(String text) {
        this.text = text;
    }

    String fill(Map<String, String> values) {
        Matcher place = PLACE.matcher(text);
        StringBuilder filled = new StringBuilder(1 << 21);
        while (place.find()) {
            String value = values.get(place.group(1));
            if (value == null) {
                throw new IllegalStateException("nothing to put at " + place.group());
            }
            place.appendReplacement(filled, Matcher.quoteReplacement(value));
        }
        return place.appendTail(filled).toString();
    }

    /** Text inside an element or a quoted attribute. */
    static String escapeText(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** JSON inside a script element, where only {@code <} can end the element or begin a comment. */
    static String escapeJson(String json) {
        return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }
}
