package org.underbase.exalt.agent;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;

/** Modified classes of a JDK for {@code --patch-module}, which simulate another version. */
final class PatchedJdk {
    private final Path home;
    private final Path directory;

    PatchedJdk(Path home, Path directory) {
        this.home = home;
        this.directory = directory;
    }

    /** Returns the option of the JVM. */
    String option() {
        return "--patch-module=java.base=" + directory;
    }

    /** Renames a method of a class. */
    PatchedJdk without(String type, String method) throws IOException {
        return patch(type, new Renamed(method));
    }

    /** Empties the body of a void method. */
    PatchedJdk idle(String type, String method, String descriptor) throws IOException {
        return patch(type, new Idle(method, descriptor));
    }

    private PatchedJdk patch(String type, Patch patch) throws IOException {
        try (FileSystem jdk = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()))) {
            byte[] stock = Files.readAllBytes(jdk.getPath("modules", "java.base", type + ".class"));
            ClassWriter writer = new ClassWriter(0);
            patch.into(writer);
            new ClassReader(stock).accept(patch, 0);
            if (patch.count != 1) {
                throw new IOException(type + " of " + home + " has " + patch.count + " such methods");
            }
            Path file = directory.resolve(type + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, writer.toByteArray());
        }
        return this;
    }

    private abstract static class Patch extends ClassVisitor {
        private int count;

        Patch() {
            super(OpenedClassReader.ASM_API);
        }

        void into(ClassVisitor writer) {
            cv = writer;
        }

        abstract MethodVisitor patched(int access, String name, String descriptor, String[] exceptions);

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor patched = patched(access, name, descriptor, exceptions);
            if (patched == null) {
                return super.visitMethod(access, name, descriptor, signature, exceptions);
            }
            count++;
            return patched;
        }
    }

    private static final class Renamed extends Patch {
        private final String method;

        Renamed(String method) {
            this.method = method;
        }

        @Override
        MethodVisitor patched(int access, String name, String descriptor, String[] exceptions) {
            return name.equals(method) ? cv.visitMethod(access, name + "Renamed", descriptor, null, exceptions) : null;
        }
    }

    private static final class Idle extends Patch {
        private final String method;
        private final String parameters;

        Idle(String method, String parameters) {
            this.method = method;
            this.parameters = parameters;
        }

        @Override
        MethodVisitor patched(int access, String name, String descriptor, String[] exceptions) {
            if (!name.equals(method) || !descriptor.equals(parameters)) {
                return null;
            }
            MethodVisitor idle = cv.visitMethod(access, name, descriptor, null, exceptions);
            idle.visitCode();
            idle.visitInsn(Opcodes.RETURN);
            idle.visitMaxs(0, 1 + descriptor.length());
            idle.visitEnd();
            // Discards the stock body.
            return new MethodVisitor(OpenedClassReader.ASM_API) {};
        }
    }
}
