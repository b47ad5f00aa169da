package org.underbase.htfs.start;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.alias.CredentialProvider;
import org.apache.hadoop.security.alias.CredentialProviderFactory;

/**
 * Credential providers with a hashing key: {@code held://}, whose first lookup waits, and {@code opening://}, whose address
 * does not name the file system that each lookup opens.
 */
public final class TestProvider extends CredentialProviderFactory {
    static final CountDownLatch ENTERED = new CountDownLatch(1);
    static final CountDownLatch RELEASED = new CountDownLatch(1);
    private static final AtomicInteger LOOKUPS = new AtomicInteger();

    @Override
    public CredentialProvider createProvider(URI uri, Configuration conf) {
        return switch (uri.getScheme()) {
            case "held" -> new Keys(TestProvider::hold);
            case "opening" -> new Keys(() -> FileSystem.get(conf).getFileStatus(new Path("/")));
            default -> null;
        };
    }

    private static Object hold() throws IOException {
        if (LOOKUPS.getAndIncrement() == 0) {
            ENTERED.countDown();
            try {
                RELEASED.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
        return LOOKUPS;
    }

    private interface Lookup {
        Object run() throws IOException;
    }

    private static final class Keys extends CredentialProvider {
        private final Lookup lookup;

        Keys(Lookup lookup) {
            this.lookup = lookup;
        }

        @Override
        public CredentialEntry getCredentialEntry(String alias) throws IOException {
            lookup.run();
            return new Entry(alias);
        }

        @Override
        public void flush() {
            // Nothing is ever changed.
        }

        @Override
        public List<String> getAliases() {
            return List.of();
        }

        @Override
        public CredentialEntry createCredentialEntry(String name, char[] credential) throws IOException {
            throw new IOException("read-only");
        }

        @Override
        public void deleteCredentialEntry(String name) throws IOException {
            throw new IOException("read-only");
        }
    }

    private static final class Entry extends CredentialProvider.CredentialEntry {
        Entry(String alias) {
            super(alias, "0123456789abcdef".toCharArray());
        }
    }
}
