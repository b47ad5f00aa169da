package org.underbase.localcompact.hdfs;

import java.io.IOException;
import java.util.List;

/** The NameNode placed a block on other DataNodes than the wanted ones; the block was given back. */
public final class PlacementException extends IOException {
    private static final long serialVersionUID = 1L;

    private final List<String> got;
    private final List<String> wanted;

    /**
     * Makes the exception.
     *
     * @param path of the file
     * @param got the data transfer addresses of the block's locations
     * @param wanted the addresses that were asked for
     */
    PlacementException(String path, List<String> got, List<String> wanted) {
        super("A block of " + path + " was placed on " + got + ", wanted were " + wanted);
        this.got = List.copyOf(got);
        this.wanted = List.copyOf(wanted);
    }

    /**
     * Where the NameNode placed the block.
     *
     * @return data transfer addresses {@code ip:port}
     */
    public List<String> got() {
        return got;
    }

    /**
     * Where the block was wanted.
     *
     * @return data transfer addresses {@code ip:port}
     */
    public List<String> wanted() {
        return wanted;
    }
}
