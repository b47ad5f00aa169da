package org.underbase.operator.output;

import java.io.File;
import java.net.URISyntaxException;

/** Version of the program, for results that must not outlive it. */
public final class ProgramVersion {
    private ProgramVersion() {}

    /**
     * Returns the version, and the time and length of the file with a class, because a development version changes.
     *
     * @param owner class of the module whose version it is
     */
    public static String of(Class<?> owner) {
        try {
            File classes = new File(
                    owner.getProtectionDomain().getCodeSource().getLocation().toURI());
            return owner.getPackage().getImplementationVersion() + " " + classes.lastModified() + " "
                    + classes.length();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
