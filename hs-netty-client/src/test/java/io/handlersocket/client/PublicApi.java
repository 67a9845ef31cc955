// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Compares the signatures of public packages with a file, so that a change is always deliberate. Once a release is
 * on Maven Central, japicmp can compare with that instead.
 */
public final class PublicApi {

    private PublicApi() {}

    /**
     * Compares the packages with a file.
     *
     * @param known the name of a file in {@code src/test/api}
     * @param names the packages
     */
    public static void assertKnown(String known, String... names) throws IOException {
        Path file = Path.of("src", "test", "api", known);
        List<String> now = new ArrayList<>();
        for (String name : names) {
            Path folder = Path.of("target", "classes").resolve(name.replace('.', '/'));
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.class")) {
                for (Path type : files) {
                    now.addAll(signatures(type, name));
                }
            }
        }
        now.sort(null);
        if (System.getProperty("api.update") != null) {
            Files.createDirectories(file.getParent());
            Files.write(file, now);
        }
        assertThat(now)
                .as(
                        "The public API differs from %s. If that is intended, run this test with -Dapi.update=true,"
                                + " commit the file, and list the change in CHANGELOG.md.",
                        file)
                .containsExactlyElementsOf(Files.readAllLines(file));
    }

    private static List<String> signatures(Path file, String name) {
        String simple = file.getFileName().toString().replace(".class", "");
        try {
            Class<?> type = Class.forName(name + '.' + simple, false, PublicApi.class.getClassLoader());
            return isPublic(type) ? signatures(type) : List.of();
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getDeclaringClass() == null || isPublic(type.getDeclaringClass()));
    }

    private static List<String> signatures(Class<?> type) {
        List<Member> members = new ArrayList<>(Arrays.asList(type.getDeclaredFields()));
        members.addAll(Arrays.asList(type.getDeclaredMethods()));
        members.addAll(Arrays.asList(type.getDeclaredConstructors()));
        List<String> lines = new ArrayList<>();
        String declaration = type.toGenericString().replace("non-sealed ", "").replace("sealed ", ""); // not in JDK 17
        lines.add(type.getName() + ": " + declaration + " extends " + type.getGenericSuperclass() + " implements "
                + Arrays.toString(type.getGenericInterfaces()));
        members.stream()
                .filter(member -> !member.isSynthetic()
                        && (Modifier.isPublic(member.getModifiers()) || Modifier.isProtected(member.getModifiers())))
                .forEach(member -> lines.add(type.getName() + ": " + signature(member)));
        return new ArrayList<>(new TreeSet<>(lines));
    }

    private static String signature(Member member) {
        if (member instanceof Field field) {
            return field.toGenericString();
        }
        return member instanceof Method method
                ? method.toGenericString()
                : ((Constructor<?>) (Executable) member).toGenericString();
    }
}
