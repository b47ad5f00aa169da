package org.underbase.exalt.harness.profile;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Stacks as SVG: the thread below, what it calls above it, as wide as often as it was seen. */
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

    /** A frame and what it called. */
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
     * Draws.
     *
     * @param profile with its samples
     * @return one {@code svg} element, well-formed, without any reference; frames that would be too narrow to be seen are left out
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

    /** Class and method without the package, as much as there is room for. */
    private static String label(String name, double width) {
        // The names of threads have no package.
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
