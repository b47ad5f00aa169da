package org.underbase.exalt.harness.profile;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Flame graph of stacks as SVG: the thread is at the bottom, callees above their callers, and widths are proportional to samples. */
public final class FlameGraph {
    static final int WIDTH = 1200;

    private static final int ROW = 17;
    private static final double LEAST = 0.4;
    private static final double PERCENT = 100;
    private static final double LETTER = 6.6;
    private static final int LEAST_LETTERS = 3;

    private final StringBuilder svg = new StringBuilder();
    private final long all;
    private final int depth;

    private FlameGraph(long all, int depth) {
        this.all = all;
        this.depth = depth;
    }

    /** Frame with its callees. */
    private static final class Frame {
        private final Map<String, Frame> called = new TreeMap<>();
        private long samples;

        private void add(String[] stack, int from, long count) {
            samples += count;
            if (from < stack.length) {
                called.computeIfAbsent(stack[from], name -> new Frame()).add(stack, from + 1, count);
            }
        }

        private int depth() {
            return 1 + called.values().stream().mapToInt(Frame::depth).max().orElse(0);
        }
    }

    /**
     * Draws a flame graph.
     *
     * @param profile profile with samples
     * @return one well-formed {@code svg} element without references; frames that are too narrow to see are omitted
     */
    public static String of(Profile profile) {
        Frame root = new Frame();
        profile.stacks()
                .forEach((stack, count) -> root.add(stack.split(String.valueOf(Stacks.SEPARATOR), -1), 0, count));
        FlameGraph graph = new FlameGraph(root.samples, root.depth());
        graph.svg.append(String.format(
                Locale.ROOT, "<svg class=\"flame\" viewBox=\"0 0 %d %d\" role=\"img\">%n", WIDTH, graph.depth * ROW));
        if (root.samples > 0) {
            graph.draw("all", root, 0, 0);
        }
        return graph.svg.append("</svg>\n").toString();
    }

    private void draw(String name, Frame frame, int level, long before) {
        double left = (double) WIDTH * before / all;
        double width = (double) WIDTH * frame.samples / all;
        if (width < LEAST) {
            return;
        }
        int top = (depth - 1 - level) * ROW;
        svg.append(String.format(
                Locale.ROOT,
                "<g><title>%s: %,d samples, %.2f %%</title>"
                        + "<rect x=\"%.3f\" y=\"%d\" width=\"%.3f\" height=\"%d\" fill=\"%s\"/>"
                        + "<text x=\"%.3f\" y=\"%d\">%s</text></g>%n",
                escape(name),
                frame.samples,
                PERCENT * frame.samples / all,
                left,
                top,
                width,
                ROW - 1,
                colour(name, level),
                left + 2,
                top + ROW - 5,
                escape(label(name, width))));
        long next = before;
        for (Map.Entry<String, Frame> called : frame.called.entrySet()) {
            draw(called.getKey(), called.getValue(), level + 1, next);
            next += called.getValue().samples;
        }
    }

    /** Returns class and method without the package, shortened to the available width. */
    private static String label(String name, double width) {
        // Thread names have no package.
        int method = name.indexOf(' ') >= 0 ? -1 : name.lastIndexOf('.');
        String shorter = method < 0 ? name : name.substring(name.lastIndexOf('.', method - 1) + 1);
        int letters = (int) ((width - LEAST_LETTERS) / LETTER);
        if (letters < LEAST_LETTERS) {
            return "";
        }
        return shorter.length() <= letters ? shorter : shorter.substring(0, letters - 1) + "…";
    }

    private static String colour(String name, int level) {
        if (level <= 1) {
            return "#ccc";
        }
        if (name.endsWith(Stacks.NATIVE)) {
            return "#e58a7b";
        }
        if (name.startsWith("org.underbase.")) {
            return "#8fb4e8";
        }
        return name.startsWith("org.apache.hadoop.") ? "#f2b45c" : "#b5d99c";
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
