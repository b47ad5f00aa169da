package org.underbase.localcompact.hdfs;

import java.io.IOException;
import java.util.List;

/** Thrown when the NameNode places a block on other DataNodes than requested. The block is then abandoned. */
public final class PlacementException extends IOException {
    private static final long serialVersionUID = 1L;

    private final List<String> got;
    private final List<String> wanted;

    /**
     * Creates the exception.
     *
     * @param path path of the file
     * @param got data transfer addresses of the block's locations
     * @param wanted requested data transfer addresses
     */
    PlacementException(String path, List<String> got, List<String> wanted) {
        super("the NameNode placed a block of " + path + " on " + got + " instead of " + wanted);
        this.got = List.copyOf(got);
        this.wanted = List.copyOf(wanted);
    }

    /**
     * Returns the locations of the abandoned block.
     *
     * @return data transfer addresses {@code ip:port}
     */
    public List<String> got() {
        return got;
    }

    /**
     * Returns the requested locations.
     *
     * @return data transfer addresses {@code ip:port}
     */
    public List<String> wanted() {
        return wanted;
    }
}
