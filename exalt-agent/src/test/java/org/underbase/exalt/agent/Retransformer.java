package org.underbase.exalt.agent;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Agent that retransforms the hooked classes repeatedly without changes. */
public final class Retransformer {
    private static final int TIMES = 3;

    private Retransformer() {}

    /** Retransforms the classes; the JVM calls this. */
    public static void premain(String arguments, Instrumentation instrumentation)
            throws UnmodifiableClassException, ClassNotFoundException {
        instrumentation.addTransformer(new ClassFileTransformer() {}, true);
        for (int i = 0; i < TIMES; i++) {
            instrumentation.retransformClasses(
                    RandomAccessFile.class,
                    FileInputStream.class,
                    FileOutputStream.class,
                    Class.forName("sun.nio.ch.FileChannelImpl"),
                    Class.forName("sun.nio.ch.FileDispatcherImpl"));
        }
    }

    /** Writes the jar of this agent. */
    static Path jar(Path directory) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), Retransformer.class.getName());
        manifest.getMainAttributes().put(new Attributes.Name("Can-Retransform-Classes"), "true");
        Path jar = directory.resolve("retransformer.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (String suffix : new String[] {"", "$1"}) {
                String name = Retransformer.class.getName().replace('.', '/') + suffix + ".class";
                out.putNextEntry(new JarEntry(name));
                out.write(Retransformer.class
                        .getClassLoader()
                        .getResourceAsStream(name)
                        .readAllBytes());
                out.closeEntry();
            }
        }
        return jar;
    }
}
