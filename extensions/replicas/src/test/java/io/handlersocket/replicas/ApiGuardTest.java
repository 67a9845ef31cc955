// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Compares the signatures of the public packages with a file, so that a change is always deliberate. Once a release is
 * on Maven Central, japicmp can compare with that instead.
 */
class ApiGuardTest {

    private static final Path KNOWN = Path.of("src", "test", "api", "replicas.txt");
    private static final Set<String> PACKAGES = Set.of(
            "io.handlersocket.replicas",
            "io.handlersocket.replicas.autoconfigure",
            "io.handlersocket.replicas.hibernate",
            "io.handlersocket.replicas.spring");

    @Test
    void thePublicApiIsTheOneWrittenDown() throws IOException {
        List<String> now = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages(PACKAGES).stream()
                        .filter(type -> PACKAGES.contains(type.getPackageName()))
                        .map(JavaClass::reflect)
                        .filter(ApiGuardTest::isPublic)
                        .flatMap(type -> signatures(type).stream())
                        .sorted()
                        .toList();
        if (System.getProperty("api.update") != null) {
            Files.createDirectories(KNOWN.getParent());
            Files.write(KNOWN, now);
        }
        assertThat(now)
                .as(
                        "The public API differs from %s. If that is intended, run this test with -Dapi.update=true,"
                                + " commit the file, and list the change in CHANGELOG.md.",
                        KNOWN)
                .containsExactlyElementsOf(Files.readAllLines(KNOWN));
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
