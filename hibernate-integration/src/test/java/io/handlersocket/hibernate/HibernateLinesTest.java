// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.Version;
import org.junit.jupiter.api.Test;

/**
 * The compiled classes link with the Hibernate of this run, which {@code -Dhibernate.version} selects, and
 * docs/hibernate-lines.md names what they use of it.
 */
class HibernateLinesTest {

    private static final String HIBERNATE = "org.hibernate";
    /** A class or package in the first column of a row, without the common prefix. */
    private static final Pattern NAME = Pattern.compile("(?:^\\||,) `([\\w.$]+)`(?=,| \\|)", Pattern.MULTILINE);

    /** What older lines lack. The code does not call it there. */
    private static final Set<String> OF_LATER_LINES =
            Set.of("org.hibernate.boot.spi.SessionFactoryOptions.getTenantCredentialsMapper()");

    private static final JavaClasses CLASSES = new ClassFileImporter().importPath("target/classes");

    @Test
    void theSelectedHibernateIsTheOneThatRuns() {
        String selected = System.getProperty("hibernate.version", "");
        assertThat(Version.getVersionString()).startsWith(selected);
    }

    @Test
    void everyMemberThatIsUsedExists() {
        boolean newest = Version.getVersionString().startsWith("7.4.");
        assertThat(CLASSES.stream()
                        .flatMap(type -> type.getAccessesFromSelf().stream())
                        .filter(HibernateLinesTest::mayBeOfHibernate)
                        .filter(access -> access.getTarget().resolveMember().isEmpty())
                        .filter(access -> !isOfObject(access))
                        .map(access -> access.getTarget().getFullName())
                        .filter(member -> newest || !OF_LATER_LINES.contains(member)))
                .isEmpty();
    }

    // An inherited method is named as one of our own class.
    private static boolean mayBeOfHibernate(JavaAccess<?> access) {
        String owner =
                access.getTargetOwner().isArray() ? "" : access.getTargetOwner().getPackageName();
        return owner.startsWith(HIBERNATE) || owner.startsWith(HibernateLinesTest.class.getPackageName());
    }

    // Newer compilers name the interface as the owner of such a method.
    private static boolean isOfObject(JavaAccess<?> access) {
        return Arrays.stream(Object.class.getMethods())
                .anyMatch(method -> method.getName().equals(access.getTarget().getName()));
    }

    @Test
    void everyAbstractMethodIsImplemented() {
        assertThat(CLASSES.stream()
                        .map(JavaClass::reflect)
                        .filter(type -> !Modifier.isAbstract(type.getModifiers()))
                        .flatMap(type -> abstractMethods(type).map(method -> type.getName() + ": " + method)))
                .isEmpty();
    }

    private static Stream<Method> abstractMethods(Class<?> type) {
        return Arrays.stream(type.getMethods()).filter(method -> Modifier.isAbstract(method.getModifiers()));
    }

    @Test
    void thePageNamesEveryClassAndPackageThatIsNoSpi() throws IOException {
        Set<String> used = CLASSES.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(Dependency::getTargetClass)
                .map(JavaClass::getBaseComponentType)
                .filter(type -> type.getPackageName().startsWith(HIBERNATE))
                .filter(type -> !parts(type).contains("spi"))
                .map(type -> parts(type).contains("internal") ? type.getName() : type.getPackageName())
                .collect(Collectors.toCollection(TreeSet::new));
        String page = Files.readString(Path.of("docs/hibernate-lines.md"));
        String tables =
                page.split("\n## Packages and classes that are not SPI\n", 2)[1].split("\n## ", 2)[0];
        List<String> listed = NAME.matcher(tables)
                .results()
                .map(name -> name.group(1))
                .map(name -> name.equals(HIBERNATE) ? name : HIBERNATE + '.' + name)
                .toList();
        assertThat(listed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(used);
    }

    private static List<String> parts(JavaClass type) {
        return List.of(type.getPackageName().split("\\."));
    }
}
