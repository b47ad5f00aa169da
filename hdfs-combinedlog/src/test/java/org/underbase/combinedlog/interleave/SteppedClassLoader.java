package org.underbase.combinedlog.interleave;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Class loader that loads the classes of this module again and inserts a switch between threads at each boundary: locks, waits and
 * threads of the JDK are replaced by those of this package.
 */
final class SteppedClassLoader extends ClassLoader {
    private static final String MODULE = "org.underbase.combinedlog.";
    private static final Set<String> KIT = Set.of(
            "Interleaving",
            "Scenario",
            "Boundaries",
            "SteppedThread",
            "SteppedLock",
            "SteppedReadWriteLock",
            "SteppedLatch");

    private static final String HERE = Type.getInternalName(Boundaries.class);
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final Map<String, String> REPLACED = Map.of(
            "java/lang/Thread",
            Type.getInternalName(SteppedThread.class),
            CONCURRENT + "locks/ReentrantLock",
            Type.getInternalName(SteppedLock.class),
            CONCURRENT + "locks/ReentrantReadWriteLock",
            Type.getInternalName(SteppedReadWriteLock.class),
            CONCURRENT + "CountDownLatch",
            Type.getInternalName(SteppedLatch.class));
    /** Interfaces through which code often calls a concurrent collection. */
    private static final Set<String> INTERFACES = Set.of("java/util/Map", "java/util/Queue", "java/util/Deque");
    /** Methods that call a function while they hold a lock of the JDK. */
    private static final Set<String> ATOMIC = Set.of("compute", "computeIfAbsent", "computeIfPresent", "merge");

    SteppedClassLoader(ClassLoader parent) {
        super(parent);
    }

    private static boolean isInstrumented(String name) {
        String kit = Interleaving.class.getPackageName() + ".";
        return name.startsWith(MODULE)
                && !(name.startsWith(kit)
                        && KIT.contains(name.substring(kit.length()).split("\\$", 2)[0]));
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!isInstrumented(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            new ClassReader(in.readAllBytes()).accept(new SteppedClass(writer), ClassReader.EXPAND_FRAMES);
            byte[] instrumented = writer.toByteArray();
            return defineClass(name, instrumented, 0, instrumented.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class SteppedClass extends ClassVisitor {
        private final Set<String> volatiles = new HashSet<>();
        private String name = "";

        SteppedClass(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(int version, int access, String type, String signature, String parent, String[] interfaces) {
            name = type;
            super.visit(version, access, type, signature, parent, interfaces);
        }

        @Override
        public FieldVisitor visitField(int access, String field, String type, String signature, Object value) {
            if ((access & Opcodes.ACC_VOLATILE) != 0) {
                volatiles.add(field);
            }
            return super.visitField(access, field, type, signature, value);
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String type, String signature, String[] thrown) {
            int plain = access & ~Opcodes.ACC_SYNCHRONIZED;
            MethodVisitor next = super.visitMethod(plain, method, type, signature, thrown);
            return new SteppedMethod(next, name, volatiles, method, access);
        }
    }

    private static final class SteppedMethod extends MethodVisitor {
        private final String type;
        private final Set<String> volatiles;
        private final boolean isSynchronized;
        private final boolean isStatic;
        private final boolean isInitializer;
        private final Label start = new Label();
        private final Label end = new Label();

        SteppedMethod(MethodVisitor next, String type, Set<String> volatiles, String method, int access) {
            super(Opcodes.ASM9, next);
            this.type = type;
            this.volatiles = volatiles;
            this.isSynchronized = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
            this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
            this.isInitializer = method.equals("<clinit>");
        }

        private void boundary(String method, String signature) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, HERE, method, signature, false);
        }

        private void monitor(String method) {
            if (isStatic) {
                super.visitLdcInsn(Type.getObjectType(type));
            } else {
                super.visitVarInsn(Opcodes.ALOAD, 0);
            }
            boundary(method, "(Ljava/lang/Object;)V");
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (isInitializer) {
                boundary("beginAtomic", "()V");
            }
            if (isSynchronized) {
                monitor("enter");
                super.visitLabel(start);
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.MONITORENTER) {
                boundary("enter", "(Ljava/lang/Object;)V");
                return;
            }
            if (opcode == Opcodes.MONITOREXIT) {
                boundary("exit", "(Ljava/lang/Object;)V");
                return;
            }
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                if (isSynchronized) {
                    monitor("exit");
                }
                if (isInitializer) {
                    boundary("endAtomic", "()V");
                }
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitTypeInsn(int opcode, String operand) {
            boolean created = opcode == Opcodes.NEW;
            super.visitTypeInsn(opcode, created ? REPLACED.getOrDefault(operand, operand) : operand);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String signature) {
            if (owner.equals(type) && volatiles.contains(field)) {
                boundary("step", "()V");
            }
            super.visitFieldInsn(opcode, owner, field, signature);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String method, String signature, boolean isInterface) {
            if (method.equals("<init>")) {
                super.visitMethodInsn(opcode, REPLACED.getOrDefault(owner, owner), method, signature, isInterface);
            } else if (isClock(owner, method) || owner.equals(CONCURRENT + "locks/LockSupport")) {
                boundary(method, signature);
            } else if (isThread(owner, method)) {
                boundary(method, "(Ljava/lang/Thread;" + signature.substring(1));
            } else if (owner.equals("java/lang/Object") && method.matches("wait|notify|notifyAll")) {
                throw new UnsupportedOperationException("Object." + method + " in " + type);
            } else if (isShared(owner) && ATOMIC.contains(method)) {
                boundary("step", "()V");
                boundary("beginAtomic", "()V");
                super.visitMethodInsn(opcode, owner, method, signature, isInterface);
                boundary("endAtomic", "()V");
            } else {
                if (isShared(owner)) {
                    boundary("step", "()V");
                }
                super.visitMethodInsn(opcode, owner, method, signature, isInterface);
            }
        }

        private static boolean isClock(String owner, String method) {
            return owner.equals("java/lang/System") && method.equals("nanoTime");
        }

        private static boolean isShared(String owner) {
            return INTERFACES.contains(owner)
                    || (owner.startsWith(CONCURRENT) && !owner.startsWith(CONCURRENT + "locks/"));
        }

        private static boolean isThread(String owner, String method) {
            return owner.equals("java/lang/Thread") && (method.equals("join") || method.equals("isAlive"));
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            if (isSynchronized) {
                super.visitTryCatchBlock(start, end, end, null);
                super.visitLabel(end);
                Object[] self = isStatic ? new Object[0] : new Object[] {type};
                super.visitFrame(Opcodes.F_NEW, self.length, self, 1, new Object[] {"java/lang/Throwable"});
                monitor("exit");
                super.visitInsn(Opcodes.ATHROW);
            }
            super.visitMaxs(stack, locals);
        }
    }
}
