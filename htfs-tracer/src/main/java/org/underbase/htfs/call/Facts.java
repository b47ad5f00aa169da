package org.underbase.htfs.call;

import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.ipc.CallerContext;
import org.underbase.htfs.format.Details;

/**
 * Builder of the detail of an event: {@code key=value} pairs separated by blanks. Blanks, control characters and {@code %}
 * in a value are percent-encoded, so that a reader can split the text at blanks. Not thread-safe.
 */
public final class Facts {
    private final StringBuilder text = new StringBuilder();

    /** Creates an empty detail. */
    public static Facts none() {
        return new Facts();
    }

    /** Creates the detail that {@code facts} adds, with the application's {@link CallerContext}. */
    public static Facts of(Consumer<Facts> facts) {
        Facts detail = none();
        facts.accept(detail);
        return detail.addCaller();
    }

    /** Adds a pair; a null or empty value adds nothing. */
    public Facts add(String key, Object value) {
        Details.add(text, key, value == null ? "" : value.toString());
        return this;
    }

    /** Adds a pair unless {@code value} is negative, which means unknown. */
    public Facts addKnown(String key, long value) {
        return value < 0 ? this : add(key, value);
    }

    /** Adds {@code key=true} if {@code value} is true. */
    public Facts addIf(String key, boolean value) {
        return value ? add(key, true) : this;
    }

    /** Adds a set of constants as {@code key=a,b}, in their declared order. */
    public <E extends Enum<E>> Facts addAll(String key, EnumSet<E> values) {
        if (values == null) {
            return this;
        }
        StringJoiner names = new StringJoiner(",");
        values.forEach(value -> names.add(value.name().toLowerCase(Locale.ROOT)));
        return add(key, names);
    }

    /** Adds an array of constants as {@code key=a,b}, an empty one as {@code key=none}; null adds nothing. */
    public Facts addEach(String key, Enum<?>[] values) {
        if (values == null) {
            return this;
        }
        StringJoiner names = new StringJoiner(",").setEmptyValue("none");
        for (Enum<?> value : values) {
            names.add(value == null ? "null" : value.name().toLowerCase(Locale.ROOT));
        }
        return add(key, names);
    }

    /** Adds the number of elements; null adds nothing. */
    public Facts addSize(String key, Collection<?> values) {
        return add(key, values == null ? null : values.size());
    }

    /** Adds the number of elements; null adds nothing. */
    public Facts addSize(String key, Object[] values) {
        return add(key, values == null ? null : values.length);
    }

    /** Adds a permission in octal; null adds nothing. */
    public Facts addPermission(FsPermission permission) {
        return add("permission", permission == null ? null : String.format("%o", permission.toShort()));
    }

    /** Adds the application's {@link CallerContext}, if it is set. */
    public Facts addCaller() {
        CallerContext caller = CallerContext.getCurrent();
        return caller != null && caller.isContextValid() ? add("caller", caller.getContext()) : this;
    }

    /** Adds the parameters of a new file; nulls and negative numbers add nothing. */
    public Facts addCreate(
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            long replication,
            long blockSize,
            InetSocketAddress[] favoredNodes) {
        addPermission(permission);
        addAll("flags", flags);
        addKnown("replication", replication);
        addKnown("blockSize", blockSize);
        if (favoredNodes != null) {
            StringJoiner nodes = new StringJoiner(",");
            for (InetSocketAddress node : favoredNodes) {
                nodes.add(node == null ? "null" : node.getHostString() + ":" + node.getPort());
            }
            add("favoredNodes", nodes);
        }
        return this;
    }

    /** Returns the pairs, or null if there are none. */
    public String orNull() {
        return text.length() == 0 ? null : text.toString();
    }
}
