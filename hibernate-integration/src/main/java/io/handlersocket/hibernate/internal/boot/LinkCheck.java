// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.boot;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Finds what compiled classes need of Hibernate and this Hibernate lacks. The JVM itself links a member only when it is
 * first used, which can be in the middle of a load.
 */
final class LinkCheck {

    private static final String HIBERNATE = "org/hibernate/";
    private static final String OWN = "io/handlersocket/hibernate/";

    /** A member as a class file names it. */
    private record Member(String owner, String name, String descriptor) {

        boolean isChecked() {
            return owner.startsWith(HIBERNATE) || owner.startsWith(OWN);
        }

        @Override
        public String toString() {
            return owner.replace('/', '.') + '.' + name;
        }
    }

    private LinkCheck() {}

    /** Returns the members that these classes call or must implement, and that are missing; each once. */
    static Set<String> missing(ClassLoader loader, List<String> types) {
        Set<String> missing = new LinkedHashSet<>();
        for (String name : types) {
            try {
                Class<?> type = Class.forName(name, false, loader);
                if (!Modifier.isAbstract(type.getModifiers())) {
                    Arrays.stream(type.getMethods())
                            .filter(method -> Modifier.isAbstract(method.getModifiers()))
                            .forEach(method ->
                                    missing.add(method.getDeclaringClass().getName() + '.' + method.getName()));
                }
                for (Member member : members(type)) {
                    if (member.isChecked() && !exists(member, loader)) {
                        missing.add(member.toString());
                    }
                }
            } catch (ClassNotFoundException | LinkageError | TypeNotPresentException | IOException e) {
                missing.add(name + " (" + e.getMessage() + ')');
            }
        }
        return missing;
    }

    private static boolean exists(Member member, ClassLoader loader) throws ClassNotFoundException {
        Class<?> owner = Class.forName(member.owner().replace('/', '.'), false, loader);
        if (!member.descriptor().startsWith("(")) {
            return hierarchy(owner).stream()
                    .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                    .anyMatch(field -> field.getName().equals(member.name()));
        }
        MethodType type = MethodType.fromMethodDescriptorString(member.descriptor(), loader);
        if (member.name().equals("<init>")) {
            return Arrays.stream(owner.getDeclaredConstructors())
                    .anyMatch(constructor -> type.parameterList().equals(List.of(constructor.getParameterTypes())));
        }
        return hierarchy(owner).stream()
                .flatMap(declaring -> Arrays.stream(declaring.getDeclaredMethods()))
                .anyMatch(method -> method.getName().equals(member.name())
                        && method.getReturnType() == type.returnType()
                        && type.parameterList().equals(List.of(method.getParameterTypes())));
    }

    /** Returns a class or interface with all that it inherits from. An interface has the methods of Object. */
    private static Set<Class<?>> hierarchy(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> next = type; next != null; next = next.getSuperclass()) {
            all.add(next);
            for (Class<?> declared : next.getInterfaces()) {
                all.addAll(hierarchy(declared));
            }
        }
        all.add(Object.class);
        return all;
    }

    /** Reads the members that a class names, from the constant pool of its file. */
    private static List<Member> members(Class<?> type) throws IOException {
        String file = type.getName().replace('.', '/') + ".class";
        ClassLoader loader = Objects.requireNonNull(type.getClassLoader(), file);
        try (InputStream bytes = Objects.requireNonNull(loader.getResourceAsStream(file), file);
                DataInputStream in = new DataInputStream(new BufferedInputStream(bytes))) {
            in.skipNBytes(8); // the magic number and the version
            Object[] pool = new Object[in.readUnsignedShort()];
            for (int i = 1; i < pool.length; i++) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case 1 -> pool[i] = in.readUTF();
                    case 7 -> pool[i] = new int[] {in.readUnsignedShort()};
                    case 9, 10, 11, 12 -> pool[i] = new int[] {in.readUnsignedShort(), in.readUnsignedShort(), tag};
                    case 15 -> in.skipNBytes(3);
                    case 8, 16, 19, 20 -> in.skipNBytes(2);
                    default -> in.skipNBytes(tag == 5 || tag == 6 ? 8 : 4);
                }
                i += tag == 5 || tag == 6 ? 1 : 0; // a long or double takes two entries
            }
            List<Member> members = new ArrayList<>();
            for (Object entry : pool) {
                if (entry instanceof int[] member && member.length == 3 && member[2] != 12) {
                    int[] named = (int[]) pool[member[1]];
                    String owner = (String) pool[((int[]) pool[member[0]])[0]];
                    members.add(new Member(owner, (String) pool[named[0]], (String) pool[named[1]]));
                }
            }
            return members;
        }
    }
}
