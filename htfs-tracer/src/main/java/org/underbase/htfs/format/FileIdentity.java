package org.underbase.htfs.format;

/**
 * Identity of a file across processes, as far as the client knew it. The inode is a separate field.
 *
 * @param fileSystem authority of the file system, such as the name service; or empty
 * @param blockPool block pool of the file's namespace, or empty
 * @param firstBlock id of the first block, which a rename does not change; or -1
 * @param ecPolicy erasure coding policy, or empty if the file is replicated or it is unknown
 */
public record FileIdentity(String fileSystem, String blockPool, long firstBlock, String ecPolicy) {
    /** An unknown identity. */
    public static final FileIdentity NONE = new FileIdentity("", "", -1, "");

    /** Returns an identity with only the file system. */
    public static FileIdentity on(String fileSystem) {
        return fileSystem.isEmpty() ? NONE : new FileIdentity(fileSystem, "", -1, "");
    }

    /** Copies this identity with what an opened stream knows. */
    public FileIdentity with(String pool, long block, String policy) {
        return new FileIdentity(fileSystem, pool, block, policy);
    }
}
