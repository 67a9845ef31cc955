// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.util;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Makes the concrete class of an abstract {@link ResultSet}, an interface of nearly 200 methods. It is no dynamic proxy,
 * because getters are called for each column of each row. It uses the ASM in Byte Buddy, which starts 200 ms faster than
 * Byte Buddy's own API.
 */
public final class ResultSets {

    private ResultSets() {}

    /** Returns the constructor of a class that calls each method which the abstract class leaves out on this field. */
    public static MethodHandle forwarding(Lookup lookup, String field, Class<?>... parameters) {
        String owner = Type.getInternalName(lookup.lookupClass());
        return constructor(lookup, parameters, (code, method) -> {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, owner, field, Type.getDescriptor(ResultSet.class));
            load(code, method.getParameterTypes());
            String type = Type.getInternalName(method.getDeclaringClass());
            code.visitMethodInsn(
                    Opcodes.INVOKEINTERFACE, type, method.getName(), Type.getMethodDescriptor(method), true);
            code.visitInsn(Type.getReturnType(method).getOpcode(Opcodes.IRETURN));
        });
    }

    /** Returns the constructor of a class with only the abstract class's methods; others throw with this message. */
    public static MethodHandle refusing(Lookup lookup, String message, Class<?>... parameters) {
        String exception = Type.getInternalName(SQLFeatureNotSupportedException.class);
        return constructor(lookup, parameters, (code, method) -> {
            code.visitTypeInsn(Opcodes.NEW, exception);
            code.visitInsn(Opcodes.DUP);
            code.visitLdcInsn(message);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, exception, "<init>", "(Ljava/lang/String;)V", false);
            code.visitInsn(Opcodes.ATHROW);
        });
    }

    private static MethodHandle constructor(
            Lookup lookup, Class<?>[] parameters, BiConsumer<MethodVisitor, Method> body) {
        Class<?> type = lookup.lookupClass();
        String superclass = Type.getInternalName(type);
        MethodType signature = MethodType.methodType(void.class, parameters);
        ClassWriter made = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        made.visit(Opcodes.V17, Opcodes.ACC_FINAL, superclass + "$Made", null, superclass, null);
        add(made, "<init>", signature.toMethodDescriptorString(), code -> {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            load(code, parameters);
            code.visitMethodInsn(
                    Opcodes.INVOKESPECIAL, superclass, "<init>", signature.toMethodDescriptorString(), false);
            code.visitInsn(Opcodes.RETURN);
        });
        Arrays.stream(type.getMethods())
                .filter(method -> method.getDeclaringClass().isInterface())
                .forEach(method -> add(
                        made, method.getName(), Type.getMethodDescriptor(method), code -> body.accept(code, method)));
        try {
            MethodHandle constructor = lookup.findConstructor(lookup.defineClass(made.toByteArray()), signature);
            return constructor.asType(constructor.type().changeReturnType(type));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(type.getName(), e);
        }
    }

    private static void add(ClassWriter made, String name, String descriptor, Consumer<MethodVisitor> body) {
        MethodVisitor code = made.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
        code.visitCode();
        body.accept(code);
        code.visitMaxs(0, 0); // computed
        code.visitEnd();
    }

    private static void load(MethodVisitor code, Class<?>... parameters) {
        int slot = 1;
        for (Class<?> parameter : parameters) {
            Type type = Type.getType(parameter);
            code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
            slot += type.getSize();
        }
    }
}
