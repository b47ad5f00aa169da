package org.underbase.htfs;

import java.util.Objects;
import org.apache.hadoop.util.VersionInfo;

/**
 * Check that Hadoop has each class that a signature of a traced class names. Such a class loads without them, but then {@code
 * Class.getMethod} fails for every method, and with it HBase's recovery of a WAL.
 */
final class HadoopShape {
    private HadoopShape() {}

    /**
     * Checks a traced class.
     *
     * @throws IllegalStateException if a class is missing; its one line names the Hadoop version and the class
     */
    static void check(Class<?> traced) {
        try {
            // Resolves the signatures, and so loads the classes in them.
            Objects.requireNonNull(traced.getMethods());
        } catch (LinkageError e) {
            throw new IllegalStateException(
                    "unsupported Hadoop " + VersionInfo.getVersion() + ": " + traced.getName() + " needs "
                            + String.valueOf(e.getMessage()).replace('/', '.')
                            + "; use Hadoop 3.4.1 or later",
                    e);
        }
    }
}
